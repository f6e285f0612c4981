import { describe, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { requirePayPassword } from '../../../server/security/module.ts'
import { createPasswords } from '../../../server/security/passwords.ts'
import { setStatus } from '../../../server/user/module.ts'
import { payPassword } from '../../../src/api/account/safe.ts'
import { info, mailCode, outbox, register } from '../../../src/api/account/user.ts'
import { describeServer, type TestServer } from '../harness.ts'
import {
  bound,
  freshCode,
  outcome,
  PASSWORD,
  registered,
  registration,
  shown,
  signed,
  signedIn,
  TOO_LONG,
  TOO_SHORT,
  told,
  walletOf,
} from './support.ts'

const FIRST = 'Money Leaves 1'
const SECOND = 'Money Leaves 2'
const proof = { password: PASSWORD }
const set = { action: 'set', password: FIRST, confirm: FIRST, proof }
const change = { action: 'change', oldPassword: FIRST, password: SECOND, confirm: SECOND }
const reset = { action: 'reset', password: SECOND, confirm: SECOND, proof }

/** A new user with a transaction password and without an e-mail address. */
async function person(server: TestServer, username: string) {
  const token = await registered(server, username)
  const { id } = await server.ok(info, {}, token)
  await server.platform.db.updateTable('users').set({ email: null }).where('id', '=', id).execute()
  await server.ok(payPassword, set, token)
  return { token, id }
}

describeServer.onSqlite('safe/pay_password', (server) => {
  const ask = (input: Record<string, unknown>, token?: string) => server.call(payPassword, input, token)
  const gate = () => ({
    platform: server.platform,
    passwords: createPasswords(server.platform.random, { cost: 2 ** 10 }),
  })
  const asked = (userId: string, password: string) =>
    requirePayPassword(gate(), userId, password).then(
      () => 'ok',
      ({ key }) => key,
    )

  it('is set once, after re-authentication, and required from then on', async () => {
    const token = await registered(server, 'ada')
    const { id } = await server.ok(info, {}, token)
    expect(await server.ok(payPassword, { action: 'state' }, token)).toMatchObject({
      set: false,
      authenticator: false,
      sent: null,
    })
    expect(await asked(id, FIRST)).toBe('payPasswordNotSet')
    expect(outcome(await ask({ ...set, proof: undefined }, token))).toBe('missingParameters')
    expect(outcome(await ask({ ...set, proof: {} }, token))).toBe('missingParameters')
    expect(outcome(await ask({ ...set, proof: { password: 'not this one' } }, token))).toBe('wrongPassword')
    expect(await server.ok(payPassword, set, token)).toMatchObject({ set: true })
    expect(await ask(set, token)).toMatchObject({ http: 409, key: 'payPasswordSet' })
    expect([await asked(id, FIRST), await asked(id, SECOND), await asked(id, PASSWORD)]).toEqual([
      'ok',
      'wrongPayPassword',
      'wrongPayPassword',
    ])
    const row = await server.platform.db
      .selectFrom('pay_passwords')
      .select('password_hash')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$scrypt\$/)
  })

  it('is set once for concurrent requests', async () => {
    const token = await registered(server, 'twice')
    const both = await Promise.all([ask(set, token), ask({ ...set, password: SECOND, confirm: SECOND }, token)])
    expect(both.map(outcome).sort()).toEqual(['ok', 'payPasswordSet'])
  })

  it('is set with a wallet’s signature without a password', async () => {
    const wallet = walletOf(31)
    const token = await signedIn(server, wallet)
    expect(outcome(await ask(set, token))).toBe('missingParameters')
    const { nonce, sign } = await signed(server, wallet, 'change')
    expect(await server.ok(payPassword, { ...set, proof: { nonce, sign } }, token)).toMatchObject({
      set: true,
      email: null,
    })
  })

  it('requires the authenticator’s code too, if one is set up', async () => {
    const token = await registered(server, 'factors')
    const { secret } = await bound(server, token)
    expect(await server.ok(payPassword, { action: 'state' }, token)).toMatchObject({ authenticator: true })
    expect(outcome(await ask(set, token))).toBe('authenticatorCodeRequired')
    expect(outcome(await ask({ ...set, proof: { ...proof, code: shown(server, secret) } }, token))).toBe('ok')
  })

  it.each([
    [{ confirm: SECOND }, 'passwordsInconsistent'],
    [{ password: TOO_SHORT, confirm: TOO_SHORT }, 'passwordLength'],
    [{ password: TOO_LONG, confirm: TOO_LONG }, 'passwordLength'],
    [{ password: 'Password1', confirm: 'Password1' }, 'passwordTooCommon'],
    [{ password: PASSWORD, confirm: PASSWORD }, 'payPasswordSame'],
  ])('refuses to be set to %j', async (more, key) => {
    const token = await registered(server, `no${server.platform.ids()}`)
    expect(await ask({ ...set, ...more }, token)).toMatchObject({ http: 422, key })
    expect(await server.ok(payPassword, { action: 'state' }, token)).toMatchObject({ set: false })
  })

  it('is changed with the old one', async () => {
    const { token, id } = await person(server, 'changer')
    expect(outcome(await ask({ ...change, oldPassword: SECOND }, token))).toBe('wrongPayPassword')
    expect(outcome(await ask({ ...change, oldPassword: PASSWORD }, token))).toBe('wrongPayPassword')
    expect(outcome(await ask({ ...change, confirm: FIRST }, token))).toBe('passwordsInconsistent')
    expect(outcome(await ask({ ...change, password: PASSWORD, confirm: PASSWORD }, token))).toBe('payPasswordSame')
    const both = await Promise.all([
      ask(change, token),
      ask({ ...change, password: 'Third 33', confirm: 'Third 33' }, token),
    ])
    expect(both.map(outcome).sort()).toEqual(['ok', 'wrongPayPassword'])
    expect(await asked(id, FIRST)).toBe('wrongPayPassword')
  })

  it('sends a message when set, changed and reset, and none on a refusal', async () => {
    const { token, id } = await person(server, 'told')
    expect(await told(server, id)).toEqual(['security payPasswordAdded'])
    await ask(set, token)
    await ask({ ...change, oldPassword: SECOND }, token)
    await ask({ ...reset, proof: { password: FIRST } }, token)
    expect(await told(server, id)).toHaveLength(1)
    await server.ok(payPassword, change, token)
    await server.ok(payPassword, { ...reset, password: FIRST, confirm: FIRST }, token)
    const changed = 'security payPasswordChanged'
    expect(await told(server, id)).toEqual(['security payPasswordAdded', changed, changed])
  })

  it('is neither changed nor reset before it is set', async () => {
    const token = await registered(server, 'early')
    expect(await ask(change, token)).toMatchObject({ http: 403, key: 'payPasswordNotSet' })
    expect(await ask(reset, token)).toMatchObject({ http: 403, key: 'payPasswordNotSet' })
  })

  it('is reset with a proof, without an e-mail address', async () => {
    const { token, id } = await person(server, 'forgetful')
    expect(outcome(await ask({ ...reset, proof: { password: FIRST } }, token))).toBe('wrongPassword')
    expect(outcome(await ask({ action: 'sendCode' }, token))).toBe('dataNotFound')
    expect(outcome(await ask(reset, token))).toBe('ok')
    expect([await asked(id, FIRST), await asked(id, SECOND)]).toEqual(['wrongPayPassword', 'ok'])
  })

  it('is reset with a code to the e-mail address too, valid once and for this purpose only', async () => {
    const registering = await registration(server, 'mailed')
    const token = await server.ok(register, registering)
    await server.ok(payPassword, set, token)
    expect(await ask(reset, token)).toMatchObject({ http: 400, key: 'wrongVerificationCode' })
    const other = await freshCode(server, registering.target)
    expect(outcome(await ask({ ...reset, emailCode: other.code }, token))).toBe('wrongVerificationCode')

    const { sent, email } = await server.ok(payPassword, { action: 'sendCode' }, token)
    expect(email).toBe(`p•••@example.com`)
    const { message } = await server.ok(outbox, { ticket: sent?.ticket }, token)
    const emailCode = message?.code
    expect(emailCode).toMatch(/^\d{6}$/)
    expect(outcome(await ask({ ...reset, emailCode, proof: { password: 'not this one' } }, token))).toBe(
      'wrongPassword',
    )
    expect(outcome(await ask({ ...reset, emailCode }, token))).toBe('ok')
    expect(outcome(await ask({ ...reset, emailCode }, token))).toBe('wrongVerificationCode')
  })

  it('sends no such code on an unauthenticated request', async () => {
    expect((await server.call(mailCode, { email: 'someone@example.com', purpose: 'payPassword' })).http).toBe(422)
  })

  it('does nothing for a locked user, and needs a token', async () => {
    const { token, id } = await person(server, 'lockedup')
    await commit(server.platform, (unit) => setStatus(unit, id, 'locked'))
    expect(outcome(await ask(change, token))).toBe('accountLocked')
    expect(outcome(await ask(reset, token))).toBe('accountLocked')
    expect(await asked(id, FIRST)).toBe('ok')
    expect(await ask({ action: 'state' })).toMatchObject({ http: 401, type: 999 })
  })
})

describe('five wrong transaction passwords', () => {
  describeServer.onSqlite(
    'safe/pay_password',
    (server) => {
      it('are throttled for an hour, separately from the account’s password, until a reset', async () => {
        const { token } = await person(server, 'guessed')
        const wrong = () => server.call(payPassword, { ...change, oldPassword: 'not this one' }, token)
        const outcomes = await Promise.all(Array.from({ length: 7 }, wrong))
        expect(outcomes.map(outcome).sort()).toEqual([
          ...Array(2).fill('tooManyRequests'),
          ...Array(5).fill('wrongPayPassword'),
        ])
        server.clock.jump(59 * 60_000)
        expect(outcome(await server.call(payPassword, change, token))).toBe('tooManyRequests')
        expect(outcome(await server.call(payPassword, { ...reset, password: FIRST, confirm: FIRST }, token))).toBe('ok')
        expect(outcome(await server.call(payPassword, change, token))).toBe('ok')
      })
    },
    { generosity: 1 },
  )
})
