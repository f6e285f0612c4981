import { describe, expect, it } from 'vitest'
import { mailCode, outbox, register, smsCode } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { freshCode, from, outcome, registration } from './support.ts'

const mail = (email: string) => ({ email, purpose: 'register' })

describeServer.onSqlite('sms_mail', (server) => {
  it('returns a ticket, and not the code', async () => {
    const answer = await server.ok(mailCode, mail('alice@example.com'))
    expect(answer).toEqual({ ticket: expect.any(String), expiresAt: server.clock.now() / 1000 + 600, paper: true })
    const { message } = await server.ok(outbox, { ticket: answer.ticket })
    expect(message).toMatchObject({ target: 'alice@example.com', code: expect.stringMatching(/^\d{6}$/) })
  })

  it('treats an address the same in any case', async () => {
    const { ticket } = await server.ok(mailCode, mail(' Alice@EXAMPLE.com '))
    expect((await server.ok(outbox, { ticket })).message?.target).toBe('alice@example.com')
  })

  it('creates a new code each time, and stores only its hash', async () => {
    const codes = new Set<string>()
    for (let count = 0; count < 5; count++) codes.add((await freshCode(server, 'codes@example.com')).code)
    expect(codes.size).toBe(5)
    const [row] = await server.platform.db
      .selectFrom('codes')
      .selectAll()
      .where('target', '=', 'codes@example.com')
      .execute()
    expect(row?.code_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('answers an address with an account like any other', async () => {
    const taken = await freshCode(server)
    await server.ok(register, await registration(server, 'taken', taken))
    const answer = await server.call(mailCode, mail(taken.target))
    const other = await server.call(mailCode, mail('nobody@example.com'))
    const shape = {
      type: 'ok',
      code: 1,
      http: 200,
      message: { ticket: expect.any(String), expiresAt: expect.any(Number), paper: true },
    }
    expect(answer).toEqual(shape)
    expect(other).toEqual(shape)
  })

  it.each([
    'nobody',
    'a@b',
    'a b@example.com',
    'a@example.com\r\nBcc: all@example.com',
    'a@example.com,b@example.com',
    `${'x'.repeat(250)}@example.com`,
    '',
  ])('refuses the address %j', async (email) => {
    expect(await server.call(mailCode, mail(email))).toMatchObject({ http: 422, key: 'wrongEmail' })
  })

  it.each([['a@example.com', 'b@example.com'], { toString: 'a@example.com' }, 7, null])(
    'refuses %j for an address',
    async (email) => {
      const answer = await from(server, '127.0.0.1')(mailCode, { email, purpose: 'register' })
      expect(answer).toMatchObject({ http: 422, key: 'parameterError' })
    },
  )

  it.each(['email', 'purpose'])('refuses to do without %s', async (field) => {
    const { [field as 'email']: _, ...input } = mail('alice@example.com')
    expect(await server.call(mailCode, input)).toMatchObject({ http: 422, key: 'missingParameters' })
  })
})

describe('sms_mail: a script that asks for codes', () => {
  describeServer.onSqlite(
    'sms_mail',
    (server) => {
      it('gets one a minute and five an hour for an address', async () => {
        const outcomes: string[] = []
        for (let half = 0; half < 12; half++) {
          outcomes.push(outcome(await from(server, `203.0.113.${half}`)(mailCode, mail('Victim@example.com'))))
          server.clock.jump(30_000)
        }
        const paced = Array.from({ length: 5 }, () => ['ok', 'tooManyRequests']).flat()
        expect(outcomes).toEqual([...paced, 'tooManyRequests', 'tooManyRequests'])
      })

      it('returns the time until a retry', async () => {
        await from(server, '203.0.113.50')(mailCode, mail('later@example.com'))
        server.clock.jump(20_000)
        const response = await server.app.http.inject({
          method: 'POST',
          url: '/api/sms_mail',
          payload: mail('later@example.com'),
        })
        expect(response.statusCode).toBe(429)
        expect(response.headers['retry-after']).toBe('40')
        expect(response.json()).toMatchObject({ key: 'tooManyRequests', params: { seconds: '40' } })
      })

      it('shares twenty an hour from one network address with the telephone codes', async () => {
        const caller = from(server, '203.0.113.99')
        for (let count = 10; count < 30; count++) {
          const phone = { areaCode: '44', phone: `7400 1234${count}`, purpose: 'register' }
          const answer = await (count % 2 ? caller(smsCode, phone) : caller(mailCode, mail(`m${count}@example.com`)))
          expect(outcome(answer)).toBe('ok')
        }
        expect(outcome(await caller(mailCode, mail('one.more@example.com')))).toBe('tooManyRequests')
      })
    },
    { generosity: 1 },
  )
})
