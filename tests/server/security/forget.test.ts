import { describe, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { newestCodes } from '../../../server/security/module.ts'
import { setStatus } from '../../../server/user/module.ts'
import { email, payPassword } from '../../../src/api/account/safe.ts'
import { forget, info, login, mailCode, outbox, register, smsCode } from '../../../src/api/account/user.ts'
import { describeServer, type TestServer } from '../harness.ts'
import { greeted, listen } from '../platform/device.ts'
import { bound, outcome, PASSWORD, registration, signed, signedIn, TOO_SHORT, walletOf } from './support.ts'

const NEW = 'Battery Staple 2'

async function person(server: TestServer, username: string) {
  const registering = await registration(server, username)
  return { token: await server.ok(register, registering), target: registering.target }
}

/** Asks for a code as anyone may, and reads it as the operator does. */
async function codeTo(server: TestServer, target: string): Promise<string> {
  server.clock.jump(60_000)
  await server.ok(mailCode, { email: target, purpose: 'forget' })
  const codes = await newestCodes(server.platform, target)
  return codes.find(({ purpose }) => purpose === 'forget')?.code ?? 'none'
}

describeServer.onSqlite('user/forget', (server) => {
  const ask = (input: Record<string, unknown>) =>
    server.call(forget, { password: NEW, confirm: NEW, code: '000000', ...input })
  const enter = async (username: string, password: string) => outcome(await server.call(login, { username, password }))

  it('resets the password with a code, once, and ends every session with its sockets', async () => {
    const { token, target } = await person(server, 'ada')
    const socket = await greeted(await listen(server.app.http), token)
    const code = await codeTo(server, target)
    expect(outcome(await ask({ target: target.toUpperCase(), code }))).toBe('ok')
    expect(await socket.next('signedOut')).toMatchObject({ key: 'signInRequired' })
    expect(await server.call(info, {}, token)).toMatchObject({ type: 999 })
    expect([await enter('ada', PASSWORD), await enter('ada', NEW)]).toEqual(['wrongPassword', 'ok'])
    expect(outcome(await ask({ target, code }))).toBe('wrongVerificationCode')
    await socket.close()
  })

  it('accepts a code sent to the account’s telephone too', async () => {
    server.clock.jump(60_000)
    const { ticket } = await server.ok(smsCode, { areaCode: '44', phone: '07911 123456', purpose: 'register' })
    const { message } = await server.ok(outbox, { ticket })
    const target = message?.target ?? ''
    await server.ok(register, {
      username: 'caller',
      password: PASSWORD,
      inviteCode: 'QUOIN',
      target,
      code: message?.code,
    })
    server.clock.jump(60_000)
    await server.ok(smsCode, { areaCode: '44', phone: '07911 123456', purpose: 'forget' })
    const [sent] = await newestCodes(server.platform, target)
    expect(outcome(await ask({ target, code: sent?.code }))).toBe('ok')
    expect(await enter('caller', NEW)).toBe('ok')
  })

  it('never shows its code in the outbox', async () => {
    const { target, token } = await person(server, 'private')
    server.clock.jump(60_000)
    const { ticket } = await server.ok(mailCode, { email: target, purpose: 'forget' })
    expect((await server.ok(outbox, { ticket })).message).toBeNull()
    expect((await server.ok(outbox, { ticket }, token)).message).toBeNull()
    expect(await newestCodes(server.platform, target)).toMatchObject([
      { purpose: 'forget', code: expect.stringMatching(/^\d{6}$/) },
    ])
  })

  it('answers an unknown target like a wrong code', async () => {
    const { target } = await person(server, 'known')
    const unknown = 'unknown@example.com'
    server.clock.jump(60_000)
    const sent = await Promise.all(
      [target, unknown].map((address) => server.call(mailCode, { email: address, purpose: 'forget' })),
    )
    expect(sent.map(outcome)).toEqual(['ok', 'ok'])
    expect(await ask({ target: unknown, code: 'x00000' })).toEqual(await ask({ target, code: 'x00000' }))
    const wrong = async (address: string) => ((await codeTo(server, address)) === '000000' ? '111111' : '000000')
    const refused = await ask({ target: unknown, code: await wrong(unknown) })
    expect(refused).toMatchObject({ http: 400, key: 'wrongVerificationCode' })
    expect(await ask({ target, code: await wrong(target) })).toEqual(refused)
  })

  it('tells the owner of an address without an account, by e-mail', async () => {
    const target = 'nobody@example.com'
    const refused = await ask({ target, code: await codeTo(server, target) })
    expect(refused).toMatchObject({ http: 404, key: 'userNotFound' })
  })

  it('rejects a code for another purpose', async () => {
    const { target } = await person(server, 'mixed')
    server.clock.jump(60_000)
    await server.ok(mailCode, { email: target, purpose: 'register' })
    const [other] = await newestCodes(server.platform, target)
    expect(outcome(await ask({ target, code: other?.code }))).toBe('wrongVerificationCode')
  })

  it.each([
    [{ confirm: `${NEW} ` }, 'passwordsInconsistent'],
    [{ password: TOO_SHORT, confirm: TOO_SHORT }, 'passwordLength'],
    [{ password: 'Password1', confirm: 'Password1' }, 'passwordTooCommon'],
    [{ target: 'nobody@' }, 'wrongEmail'],
    [{ target: '+1 23' }, 'wrongPhone'],
    [{ code: '12345' }, 'wrongVerificationCode'],
    [{ target: ['a'] }, 'parameterError'],
  ])('refuses %j', async (more, key) => {
    expect(await ask({ target: 'form@example.com', ...more })).toMatchObject({ key })
  })

  it.each(['target', 'code', 'password', 'confirm'])('refuses to do without %s', async (field) => {
    const input = { target: 'form@example.com', code: '000000', password: NEW, confirm: NEW }
    const { [field as 'target']: _, ...rest } = input
    expect(await server.call(forget, rest)).toMatchObject({ http: 422, key: 'missingParameters' })
  })

  it('changes neither a wallet account nor the transaction password', async () => {
    const wallet = walletOf(42)
    const token = await signedIn(server, wallet)
    const target = 'wallet@example.org'
    const { sent } = await server.ok(email, { action: 'sendNew', email: target }, token)
    const { nonce, sign } = await signed(server, wallet, 'change')
    const bind = { action: 'bind', email: target, code: sent?.paperCode, proof: { nonce, sign } }
    await server.ok(email, bind, token)
    expect(await ask({ target, code: await codeTo(server, target) })).toMatchObject({ key: 'accountNotCreated' })

    const both = await person(server, 'both')
    const set = { action: 'set', password: NEW, confirm: NEW, proof: { password: PASSWORD } }
    await server.ok(payPassword, set, both.token)
    const code = await codeTo(server, both.target)
    expect(await ask({ target: both.target, code })).toMatchObject({ key: 'payPasswordSame' })
    expect(outcome(await ask({ target: both.target, code, password: 'Third 33', confirm: 'Third 33' }))).toBe('ok')
  })

  it('keeps the authenticator', async () => {
    const { token, target } = await person(server, 'factors')
    await bound(server, token)
    expect(outcome(await ask({ target, code: await codeTo(server, target) }))).toBe('ok')
    expect(await enter('factors', NEW)).toBe('authenticatorCodeRequired')
  })

  it.each([
    ['locked', 'accountLocked'],
    ['frozen', 'accountFrozen'],
  ] as const)('does nothing for a %s account', async (status, key) => {
    const { token, target } = await person(server, status)
    const { id } = await server.ok(info, {}, token)
    await commit(server.platform, (unit) => setStatus(unit, id, status))
    expect(await ask({ target, code: await codeTo(server, target) })).toMatchObject({ key })
  })
})

describe('forget: five wrong codes', () => {
  describeServer.onSqlite(
    'user/forget',
    (server) => {
      it('invalidate the code', async () => {
        const { target } = await person(server, 'guessed')
        const code = await codeTo(server, target)
        const attempt = (code: string) => server.call(forget, { target, code, password: NEW, confirm: NEW })
        const wrong = code === '000000' ? '111111' : '000000'
        const outcomes = await Promise.all(Array.from({ length: 5 }, () => attempt(wrong)))
        expect(outcomes.map(outcome)).toEqual(Array(5).fill('wrongVerificationCode'))
        expect(outcome(await attempt(code))).toBe('wrongVerificationCode')
      })

      it('are bounded', async () => {
        const attempt = () =>
          server.call(forget, { target: 'other@example.com', code: '000000', password: NEW, confirm: NEW })
        const outcomes = await Promise.all(Array.from({ length: 25 }, attempt))
        expect(outcomes.map(outcome)).toContain('tooManyRequests')
      })
    },
    { generosity: 1 },
  )
})
