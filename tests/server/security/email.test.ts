import { describe, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { newestCodes } from '../../../server/security/module.ts'
import { setStatus } from '../../../server/user/module.ts'
import { email } from '../../../src/api/account/safe.ts'
import { info, mailCode, messages, register } from '../../../src/api/account/user.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { bound, outcome, PASSWORD, registration, shown, signed, signedIn, walletOf } from './support.ts'

const proof = { password: PASSWORD }
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

/** A new user, whose e-mail address is the one that registered it. */
async function person(server: TestServer, username: string) {
  const registering = await registration(server, username)
  return { token: await server.ok(register, registering), old: registering.target }
}

describeServer.onSqlite('user/email', (server) => {
  const ask = (input: Record<string, unknown>, token?: string) => server.call(email, input, token)
  const codeOf = async (input: Record<string, unknown>, token: string) => {
    // One code a minute for each target.
    server.clock.jump(60_000)
    return (await server.ok(email, input, token)).sent?.paperCode ?? 'none'
  }
  const toNew = (address: string, token: string) => codeOf({ action: 'sendNew', email: address }, token)
  const toOld = (token: string) => codeOf({ action: 'sendOld' }, token)
  const stored = async (token: string) => {
    const { id } = await server.ok(info, {}, token)
    const { email } = await server.platform.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return email
  }

  it('changes the address with a proof and a code to both addresses, valid once', async () => {
    const { token } = await person(server, 'ada')
    expect(await server.ok(email, { action: 'state' }, token)).toEqual({
      email: 'p•••@example.com',
      authenticator: false,
      sent: null,
    })
    const [code, oldCode] = [await toNew('New@Example.org ', token), await toOld(token)]
    const bind = { action: 'bind', email: 'new@example.org', code, oldCode, proof }
    expect(await ask({ ...bind, code: wrong(code) }, token)).toMatchObject({
      http: 400,
      key: 'wrongVerificationCode',
      params: { field: 'code' },
    })
    expect(await ask({ ...bind, oldCode: wrong(oldCode) }, token)).toMatchObject({
      key: 'wrongVerificationCode',
      params: { field: 'oldCode' },
    })
    const { oldCode: _, ...withoutOld } = bind
    expect(await ask(withoutOld, token)).toMatchObject({
      key: 'missingParameters',
      params: { field: 'oldCode' },
    })
    expect(outcome(await ask({ ...bind, proof: { password: 'not this one' } }, token))).toBe('wrongPassword')
    expect(outcome(await ask({ ...bind, proof: {} }, token))).toBe('missingParameters')
    expect(await server.ok(email, bind, token)).toMatchObject({ email: 'n•••@example.org', sent: null })
    expect(await stored(token)).toBe('new@example.org')
    expect((await server.ok(messages, {}, token)).messages).toMatchObject([
      { kind: 'security', key: 'emailChanged', params: { email: 'n•••@example.org' } },
    ])
    expect(outcome(await ask(bind, token))).toBe('wrongVerificationCode')
  })

  it('sets a wallet’s first address with its signature, without an old code', async () => {
    const wallet = walletOf(41)
    const token = await signedIn(server, wallet)
    expect(outcome(await ask({ action: 'sendOld' }, token))).toBe('dataNotFound')
    const code = await toNew('wallet@example.org', token)
    const { nonce, sign } = await signed(server, wallet, 'change')
    const bind = { action: 'bind', email: 'wallet@example.org', code, proof: { nonce, sign } }
    expect(await server.ok(email, bind, token)).toMatchObject({ email: 'w•••@example.org' })
  })

  it('requires the authenticator’s code too, if one is set up', async () => {
    const { token } = await person(server, 'factors')
    const { secret } = await bound(server, token)
    const [code, oldCode] = [await toNew('factors@example.org', token), await toOld(token)]
    const bind = { action: 'bind', email: 'factors@example.org', code, oldCode, proof }
    expect(outcome(await ask(bind, token))).toBe('authenticatorCodeRequired')
    expect(outcome(await ask({ ...bind, proof: { ...proof, code: shown(server, secret) } }, token))).toBe('ok')
  })

  it('answers a taken address like a wrong code, and sends codes to it as to any other', async () => {
    const { old: taken } = await person(server, 'owner')
    const { token, old } = await person(server, 'wisher')
    const [code, oldCode] = [await toNew(taken, token), await toOld(token)]
    const bind = { action: 'bind', email: taken, code, oldCode, proof }
    const refusal = await ask(bind, token)
    expect(refusal).toEqual(await ask({ ...bind, code: wrong(code) }, token))
    expect(refusal).toMatchObject({ key: 'wrongVerificationCode', params: { field: 'code' } })
    expect(await stored(token)).toBe(old)
  })

  it('gives an address to one of two concurrent requests', async () => {
    const [one, two] = [await person(server, 'first'), await person(server, 'second')]
    const code = await toNew('both@example.org', one.token)
    const binds = [one, two].map(async ({ token }) => {
      const oldCode = (await server.ok(email, { action: 'sendOld' }, token)).sent?.paperCode
      return ask({ action: 'bind', email: 'both@example.org', code, oldCode, proof }, token)
    })
    expect((await Promise.all(binds)).map(outcome).sort()).toEqual(['ok', 'wrongVerificationCode'])
  })

  it('rejects a code for another purpose or address', async () => {
    const { token } = await person(server, 'mixed')
    server.clock.jump(60_000)
    await server.ok(mailCode, { email: 'mixed@example.org', purpose: 'register' })
    const [other] = await newestCodes(server.platform, 'mixed@example.org')
    const elsewhere = await toNew('elsewhere@example.org', token)
    const oldCode = await toOld(token)
    for (const code of [other?.code, elsewhere]) {
      expect(outcome(await ask({ action: 'bind', email: 'mixed@example.org', code, oldCode, proof }, token))).toBe(
        'wrongVerificationCode',
      )
    }
  })

  it.each([
    [{ action: 'sendNew', email: 'nobody' }, 'wrongEmail'],
    [{ action: 'sendNew' }, 'missingParameters'],
    [{ action: 'bind', email: 'a@example.org', code: '12345', proof }, 'wrongVerificationCode'],
    [{ action: 'forget' }, 'parameterError'],
  ])('refuses %j', async (input, key) => {
    const { token } = await person(server, `no${server.platform.ids()}`)
    expect(await ask(input, token)).toMatchObject({ key })
  })

  it('sends no such code on an unauthenticated request', async () => {
    for (const purpose of ['emailNew', 'emailOld']) {
      expect((await server.call(mailCode, { email: 'someone@example.com', purpose })).http).toBe(422)
    }
  })

  it('does nothing for a locked user, and needs a token', async () => {
    const { token, old } = await person(server, 'lockedup')
    const [code, oldCode] = [await toNew('locked@example.org', token), await toOld(token)]
    const { id } = await server.ok(info, {}, token)
    await commit(server.platform, (unit) => setStatus(unit, id, 'locked'))
    expect(outcome(await ask({ action: 'bind', email: 'locked@example.org', code, oldCode, proof }, token))).toBe(
      'accountLocked',
    )
    expect(outcome(await ask({ action: 'sendOld' }, token))).toBe('accountLocked')
    expect(await stored(token)).toBe(old)
    expect(await ask({ action: 'state' })).toMatchObject({ http: 401, type: 999 })
  })
})

describe('email: five wrong codes', () => {
  describeServer.onSqlite(
    'user/email',
    (server) => {
      it('invalidate the code, and a new one takes a minute', async () => {
        const { token } = await person(server, 'guessed')
        server.clock.jump(60_000)
        const send = { action: 'sendNew', email: 'guessed@example.org' }
        const code = (await server.ok(email, send, token)).sent?.paperCode ?? ''
        expect(outcome(await server.call(email, send, token))).toBe('tooManyRequests')
        const bind = { action: 'bind', email: 'guessed@example.org', oldCode: '000000', proof }
        const guess = () => server.call(email, { ...bind, code: wrong(code) }, token)
        await Promise.all(Array.from({ length: 5 }, guess))
        expect(await server.call(email, { ...bind, code }, token)).toMatchObject({
          key: 'wrongVerificationCode',
          params: { field: 'code' },
        })
      })
    },
    { generosity: 1 },
  )
})
