import { describe, expect, it } from 'vitest'
import { outbox, smsCode } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { from, outcome } from './support.ts'

const number = (phone: string, areaCode = '44') => ({ areaCode, phone, purpose: 'register' })

describeServer.onSqlite('sms_send_d', (server) => {
  it('returns a ticket, and not the code', async () => {
    const answer = await server.ok(smsCode, number('7911 123456'))
    expect(answer).toEqual({ ticket: expect.any(String), expiresAt: server.clock.now() / 1000 + 600, paper: true })
    const { message } = await server.ok(outbox, { ticket: answer.ticket })
    expect(message).toMatchObject({ target: '+447911123456', code: expect.stringMatching(/^\d{6}$/) })
    expect(JSON.stringify(answer)).not.toContain(message?.code)
  })

  it.each([
    ['44', '07911 123456', '+447911123456'],
    ['+44', '(0) 7911-123-456', '+447911123456'],
    ['1', '(415) 555-2671', '+14155552671'],
    ['86', '138 0013 8000', '+8613800138000'],
    ['39', '06 1234 5678', '+390612345678'],
    ['84', '0901234567', '+84901234567'],
  ])('reads %s %s as %s', async (areaCode, phone, target) => {
    const { ticket } = await server.ok(smsCode, number(phone, areaCode))
    expect((await server.ok(outbox, { ticket })).message?.target).toBe(target)
  })

  it.each([
    number('123'),
    number('7911 123456', '999'),
    number('7911 123456 7911 123456'),
    number('7911\u0000123456'),
    number('not digits'),
    number('', '44'),
    number('7911123456', ''),
  ])('refuses %j', async (input) => {
    expect(await server.call(smsCode, input)).toMatchObject({ http: 422, key: 'wrongPhone' })
  })

  it.each(['withdraw', '__proto__', ''])('refuses the purpose %j', async (purpose) => {
    const answer = await server.call(smsCode, { ...number('7911123456'), purpose })
    expect(answer).toMatchObject({ http: 422, key: 'parameterError' })
  })

  it.each(['areaCode', 'phone', 'purpose'])('refuses to do without %s', async (field) => {
    const { [field as 'phone']: _, ...input } = number('7911123456')
    expect(await server.call(smsCode, input)).toMatchObject({ http: 422, key: 'missingParameters' })
  })

  it('creates a new ticket when repeated, and invalidates the earlier one', async () => {
    const first = await server.ok(smsCode, number('7911 123457'))
    const second = await server.ok(smsCode, number('7911 123457'))
    expect((await server.ok(outbox, { ticket: first.ticket })).message).toBeNull()
    expect((await server.ok(outbox, { ticket: second.ticket })).message).not.toBeNull()
  })
})

describe('sms_send_d: a script that asks for codes', () => {
  describeServer.onSqlite(
    'sms_send_d',
    (server) => {
      const ask = async (address: string, phone: string, headers = {}) =>
        outcome(await from(server, address)(smsCode, number(phone), headers))

      it('gets one a minute for a telephone, in any notation and from any address', async () => {
        expect(await ask('203.0.113.1', '7911 123456')).toBe('ok')
        expect(await ask('203.0.113.2', '07911-123456')).toBe('tooManyRequests')
        server.clock.jump(60_000)
        expect(await ask('203.0.113.3', '7911123456')).toBe('ok')
      })

      it('gets five an hour for a telephone', async () => {
        const outcomes: string[] = []
        for (let minute = 0; minute < 6; minute++) {
          outcomes.push(await ask(`203.0.113.${10 + minute}`, '7911 222222'))
          server.clock.jump(60_000)
        }
        expect(outcomes).toEqual([...Array(5).fill('ok'), 'tooManyRequests'])
        server.clock.jump(3_600_000)
        expect(await ask('203.0.113.30', '7911 222222')).toBe('ok')
      })

      it('gets twenty an hour from an address, despite forged headers', async () => {
        const outcomes: string[] = []
        for (let count = 10; count < 31; count++) {
          const forged = { 'x-forwarded-for': `192.0.2.${count}`, 'x-real-ip': `192.0.2.${count}` }
          outcomes.push(await ask('203.0.113.77', `7400 1234${count}`, forged))
        }
        expect(outcomes).toEqual([...Array(20).fill('ok'), 'tooManyRequests'])
        expect(await ask('203.0.113.78', '7400 444444')).toBe('ok')
      })
    },
    { generosity: 1 },
  )
})
