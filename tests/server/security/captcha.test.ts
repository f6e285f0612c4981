import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { writeService } from '../../../src/api/account/chat.ts'
import { addressreg, captcha, forget, login, mailCode, nonce, smsCode } from '../../../src/api/account/user.ts'
import type { Call } from '../../../src/api/wire/call.ts'
import { type Captcha, captchaAnswer, solveCaptcha } from '../../../src/rules/account/captcha.ts'
import { calls } from '../calls.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { from, outcome, PASSWORD, passing, registered } from './support.ts'

const sha256 = (text: string) => hash('sha256', text)
const numberOf = (task: Captcha) => solveCaptcha(task, [0, task.maxnumber], sha256) ?? Number.NaN
/** A task of the server, solved as a device does. */
const solved = async (server: TestServer) => {
  const task = await server.ok(captcha)
  return captchaAnswer(task, numberOf(task))
}

type Entries = { entries?: object; options?: readonly Entries[] }

let people = 0
const mail = (more: object = {}) => ({ email: `asked${++people}@example.com`, purpose: 'register', ...more })

/** Requests codes from a separate address until its limit is reached. */
async function reachLimit(server: TestServer, address: string) {
  const call = from(server, address)
  for (let count = 0; count < 20; count++) expect(outcome(await call(mailCode, mail()))).toBe('ok')
  return call
}

describeServer.onSqlite(
  'a captcha',
  (server) => {
    it('is required at a network’s limit, and admits one call each', async () => {
      const call = await reachLimit(server, '203.0.113.1')
      expect(await call(mailCode, mail())).toMatchObject({
        http: 429,
        key: 'tooManyRequests',
        params: { captcha: '1', seconds: '3600' },
      })
      expect(outcome(await call(mailCode, mail({ captcha: await solved(server) })))).toBe('ok')
      const phone = { areaCode: '44', phone: '7911 123456', purpose: 'register' }
      expect(outcome(await call(smsCode, { ...phone, captcha: await solved(server) }))).toBe('ok')
      expect(outcome(await call(mailCode, mail()))).toBe('tooManyRequests')
    })

    it('admits up to three times the limit', async () => {
      const call = await reachLimit(server, '203.0.113.2')
      for (let count = 0; count < 60; count++) {
        expect(outcome(await call(mailCode, mail({ captcha: await solved(server) })))).toBe('ok')
      }
      const beyond = await call(mailCode, mail({ captcha: await solved(server) }))
      expect(beyond).toMatchObject({ http: 429, key: 'tooManyRequests', params: { seconds: '3600' } })
      expect(beyond).not.toHaveProperty('params.captcha')
    })

    it('does not raise the limit by target', async () => {
      const call = from(server, '203.0.113.3')
      const one = { email: 'flooded@example.com', purpose: 'register' }
      expect(outcome(await call(mailCode, one))).toBe('ok')
      const again = await call(mailCode, { ...one, captcha: await solved(server) })
      expect(again).toMatchObject({ key: 'tooManyRequests', params: { seconds: '60' } })
      expect(again).not.toHaveProperty('params.captcha')
    })

    it('admits sign-ins of a network past its limit', async () => {
      await registered(server, 'resident')
      const call = from(server, '203.0.113.4')
      const right = { username: 'resident', password: PASSWORD }
      for (let count = 0; count < 300; count++) expect(outcome(await call(login, right))).toBe('ok')
      expect(await call(login, right)).toMatchObject({ key: 'tooManyRequests', params: { captcha: '1' } })
      expect(outcome(await call(login, { ...right, captcha: await solved(server) }))).toBe('ok')
    })

    it('admits sign-ins after a network’s wrong passwords, up to one more limit of guesses', async () => {
      await registered(server, 'neighbour')
      const call = from(server, '203.0.113.8')
      const right = { username: 'neighbour', password: PASSWORD }
      const guess = async (username: string, more: object = {}) =>
        call(login, { username, password: 'Wrong Horse 1', ...more })
      for (let count = 0; count < 100; count++) expect(outcome(await guess(`nobody${count}`))).toBe('wrongPassword')
      const locked = await call(login, right)
      expect(locked).toMatchObject({ http: 429, key: 'tooManyRequests', params: { captcha: '1', seconds: '900' } })
      expect(outcome(await call(login, { ...right, captcha: await solved(server) }))).toBe('ok')
      expect(outcome(await call(login, right))).toBe('tooManyRequests')
      for (let count = 0; count < 100; count++) {
        const guessed = await guess(`someone${count}`, { captcha: await solved(server) })
        expect(outcome(guessed), String(count)).toBe('wrongPassword')
      }
      const spent = await call(login, { ...right, captcha: await solved(server) })
      expect(spent).toMatchObject({ key: 'tooManyRequests', params: { seconds: '900' } })
      expect(spent).not.toHaveProperty('params.captcha')
    })

    it('does not raise the limit of guesses at one account', async () => {
      await registered(server, 'victim')
      const call = from(server, '203.0.113.9')
      const guess = (more: object = {}) => call(login, { username: 'victim', password: 'Wrong Horse 1', ...more })
      for (let count = 0; count < 10; count++) {
        expect(outcome(await passing(server, guess()))).toBe('wrongPassword')
      }
      const locked = await guess({ captcha: await solved(server) })
      expect(locked).toMatchObject({ key: 'tooManyRequests' })
      expect(locked).not.toHaveProperty('params.captcha')
    })

    describe('admits calls past a network’s limit', () => {
      const target = { code: '000000', password: PASSWORD, confirm: PASSWORD }
      const address = '0x52908400098527886E0F7030069857D2E4169EE7'
      it.each<[string, string, Call, number, (count: number) => Record<string, unknown>]>([
        [
          'of new passwords',
          '203.0.113.20',
          forget,
          20,
          (count) => ({ ...target, target: `lost${count}@example.com` }),
        ],
        ['of wallet messages', '203.0.113.21', nonce, 60, () => ({ address })],
        ['of wallet signatures', '203.0.113.22', addressreg, 60, () => ({ address, sign: `0x${'11'.repeat(65)}` })],
        [
          'of forms to customer service',
          '203.0.113.23',
          writeService,
          5,
          (count) => ({ clientId: `a-form-of-service-${count}`, email: `form${count}@example.com`, text: 'Hello' }),
        ],
      ])('%s', async (_, network, asked, limit, input) => {
        const call = from(server, network)
        for (let count = 0; count < limit; count++) {
          const given = outcome(await call(asked, input(count)))
          expect(['tooManyRequests', 'parameterError', 'missingParameters']).not.toContain(given)
        }
        expect(await call(asked, input(limit))).toMatchObject({ key: 'tooManyRequests', params: { captcha: '1' } })
        const more = await call(asked, { ...input(limit), captcha: await solved(server) })
        expect(outcome(more)).not.toBe('tooManyRequests')
        expect(outcome(await call(asked, input(limit + 1)))).toBe('tooManyRequests')
      })

      it('of photographs, with the solution beside the form', async () => {
        const remoteAddress = '203.0.113.24'
        const send = async (headers: Record<string, string> = {}) => {
          const { token } = await server.person()
          const payload = new FormData()
          payload.append('purpose', 'identityFront')
          const answer = await server.app.http.inject({
            ...{ method: 'POST', url: '/api/upload', remoteAddress, payload },
            headers: { authorization: token, ...headers },
          })
          return answer.json()
        }
        for (let count = 0; count < 200; count++) expect((await send()).key).not.toBe('tooManyRequests')
        expect(await send()).toMatchObject({ key: 'tooManyRequests', params: { captcha: '1' } })
        expect((await send({ 'x-captcha': await solved(server) })).key).not.toBe('tooManyRequests')
        expect((await send({ 'x-captcha': 'rubbish' })).key).toBe('wrongCaptcha')
        expect((await send()).key).toBe('tooManyRequests')
      })
    })

    it('is accepted by every call limited by network, except callbacks', async () => {
      const { paths } = (await server.app.http.inject({ url: '/api/openapi.json' })).json()
      type Told = { limits: { per: string; with?: string }[] }
      const rules = (call: Call): Told[] => paths[`/${call.path}`][call.method.toLowerCase()]['x-rules'] ?? []
      const limitsOf = (call: Call) => rules(call).flatMap(({ limits }) => limits)
      const byNetwork = calls.filter((call) => limitsOf(call).some(({ per }) => per === 'address'))
      const offering = calls.filter((call) => limitsOf(call).some(({ per }) => per === 'once'))
      expect(byNetwork.filter((call) => !offering.includes(call)).map(({ path }) => path)).toEqual([
        'provider/callback',
      ])
      const takes = ({ entries = {}, options = [] }: Entries): boolean => 'captcha' in entries || options.some(takes)
      const taking = calls.filter(({ input, file }) => file || takes(input as Entries))
      expect(offering).toEqual(taking)
    })

    describe('unsolved or used', () => {
      const address = '203.0.113.5'
      const forge = (change: (task: Captcha, number: number) => [Captcha, number]) => async () => {
        const task = await server.ok(captcha)
        return captchaAnswer(...change(task, numberOf(task)))
      }
      /** As code that creates its own tasks would. */
      const own = (task: Captcha, salt: string): [Captcha, number] => [
        { ...task, salt, challenge: sha256(`${salt}7`) },
        7,
      ]
      it.each<[string, () => string | Promise<string>]>([
        ['another number', forge((task, number) => [task, number + 1])],
        ['no number', forge((task) => [task, '0x7' as unknown as number])],
        ['a task of one\u2019s own', forge((task) => own(task, task.salt))],
        ['a later end', forge((task) => own(task, task.salt.replace(/expires=\d+/, 'expires=9999999999')))],
        ['no end', forge((task) => own(task, 'salt&'))],
        ['another signature', forge((task, number) => [{ ...task, signature: '0'.repeat(64) }, number])],
        ['a signature of wider letters', forge((task, number) => [{ ...task, signature: 'é'.repeat(64) }, number])],
        ['no signature', forge((task, number) => [{ ...task, signature: '' }, number])],
        ['another hash', forge((task, number) => [{ ...task, algorithm: 'SHA-1' }, number])],
        [
          'digits moved from the number to the salt',
          forge((task, number) => {
            const text = String(number)
            return [{ ...task, salt: task.salt + text[0] }, Number(text.slice(1))]
          }),
        ],
        ['no JSON', () => 'rubbish'],
        ['nothing', () => ''],
      ])('is refused: %s', async (_, answer) => {
        const call = from(server, address)
        for (let count = 0; outcome(await call(mailCode, mail())) === 'ok'; count++) expect(count).toBeLessThan(20)
        const given = await call(mailCode, mail({ captcha: await answer() }))
        expect(given).toMatchObject({ http: 400, key: 'wrongCaptcha' })
      })

      it('counts once, also concurrently and for another call', async () => {
        const call = await reachLimit(server, '203.0.113.6')
        const answer = await solved(server)
        const both = await Promise.all([1, 2].map(() => call(mailCode, mail({ captcha: answer }))))
        expect(both.map(outcome).sort()).toEqual(['ok', 'wrongCaptcha'])
        expect(outcome(await call(mailCode, mail({ captcha: answer })))).toBe('wrongCaptcha')
      })

      it('expires after five minutes', async () => {
        const call = await reachLimit(server, '203.0.113.7')
        const [early, late] = [await solved(server), await solved(server)]
        server.clock.jump(299_000)
        expect(outcome(await call(mailCode, mail({ captcha: early })))).toBe('ok')
        server.clock.jump(1_000)
        expect(outcome(await call(mailCode, mail({ captcha: late })))).toBe('wrongCaptcha')
      })
    })

    it('does not reveal its number', async () => {
      const { salt, maxnumber, algorithm } = await server.ok(captcha)
      expect(salt).toMatch(/^[0-9a-f]{24}\?expires=\d+&$/)
      expect([maxnumber, algorithm]).toEqual([50_000, 'SHA-256'])
    })
  },
  { generosity: 1 },
)
