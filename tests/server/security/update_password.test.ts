import { describe, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { payPassword, updatePassword } from '../../../src/api/account/safe.ts'
import { info, login } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { greeted, listen } from '../platform/device.ts'
import { bound, outcome, PASSWORD, registered, shown, signedIn, TOO_LONG, TOO_SHORT, walletOf } from './support.ts'

const NEW = 'Battery Staple 2'
const change = { oldPassword: PASSWORD, newPassword: NEW, confirm: NEW }

describeServer.onSqlite('safe/update_password', (server) => {
  const ask = (input: Record<string, unknown>, token?: string) => server.call(updatePassword, input, token)
  const enter = async (username: string, password: string) => outcome(await server.call(login, { username, password }))

  it('changes the password, ends the other sessions with their sockets, and sends a message', async () => {
    const token = await registered(server, 'ada')
    const other = await server.ok(login, { username: 'ada', password: PASSWORD })
    const port = await listen(server.app.http)
    const [mine, theirs] = [await greeted(port, token), await greeted(port, other)]
    expect(outcome(await ask(change, token))).toBe('ok')
    expect(await theirs.next('signedOut')).toMatchObject({ key: 'signInRequired' })
    expect(await mine.next('account')).toMatchObject({ event: { kind: 'message', body: { key: 'passwordChanged' } } })
    expect(outcome(await server.call(info, {}, other))).toBe('signInRequired')
    expect(outcome(await server.call(info, {}, token))).toBe('ok')
    expect(await enter('ada', PASSWORD)).toBe('wrongPassword')
    expect(await enter('ada', NEW)).toBe('ok')
    await Promise.all([mine.close(), theirs.close()])
  })

  it.each([
    [{ oldPassword: 'not this one' }, 400, 'wrongOldPassword'],
    [{ oldPassword: PASSWORD.toLowerCase() }, 400, 'wrongOldPassword'],
    [{ confirm: `${NEW} ` }, 422, 'passwordsInconsistent'],
    [{ newPassword: TOO_SHORT, confirm: TOO_SHORT }, 422, 'passwordLength'],
    [{ newPassword: TOO_LONG, confirm: TOO_LONG }, 422, 'passwordLength'],
    [{ newPassword: 'Password1', confirm: 'Password1' }, 422, 'passwordTooCommon'],
    [{ oldPassword: undefined }, 422, 'missingParameters'],
    [{ newPassword: ['a'] }, 422, 'parameterError'],
  ])('refuses %j', async (more, http, key) => {
    const username = `no${server.platform.ids()}`
    const token = await registered(server, username)
    expect(await ask({ ...change, ...more }, token)).toMatchObject({ http, key })
    expect(await enter(username, PASSWORD)).toBe('ok')
  })

  it('is refused for an account with only a wallet', async () => {
    expect(await ask(change, await signedIn(server, walletOf(21)))).toMatchObject({
      http: 404,
      key: 'accountNotCreated',
    })
  })

  it('changes once for concurrent requests', async () => {
    const token = await registered(server, 'both')
    const two = [
      ask(change, token),
      ask({ ...change, newPassword: 'Other Staple 3', confirm: 'Other Staple 3' }, token),
    ]
    expect((await Promise.all(two)).map(outcome).sort()).toEqual(['ok', 'wrongOldPassword'])
  })

  it('requires an authenticator code if set up, each code once', async () => {
    const token = await registered(server, 'guarded')
    const { secret, recoveryCodes } = await bound(server, token)
    expect(await ask(change, token)).toMatchObject({ http: 403, key: 'authenticatorCodeRequired' })
    expect(await ask({ ...change, code: '000000' }, token)).toMatchObject({ http: 400, key: 'wrongAuthenticatorCode' })
    const code = shown(server, secret)
    expect(await ask({ ...change, oldPassword: 'not this one', code }, token)).toMatchObject({
      key: 'wrongOldPassword',
    })
    expect(outcome(await ask({ ...change, code }, token))).toBe('ok')
    const back = { oldPassword: NEW, newPassword: PASSWORD, confirm: PASSWORD }
    expect(outcome(await ask({ ...back, code }, token))).toBe('wrongAuthenticatorCode')
    expect(outcome(await ask({ ...back, code: recoveryCodes[0] }, token))).toBe('ok')
  })

  it('rejects the transaction password as a password', async () => {
    const token = await registered(server, 'differ')
    const set = { action: 'set', password: NEW, confirm: NEW, proof: { password: PASSWORD } }
    await server.ok(payPassword, set, token)
    expect(await ask(change, token)).toMatchObject({ http: 422, key: 'payPasswordSame' })
  })

  it('does nothing for a locked user, and needs a token', async () => {
    const token = await registered(server, 'locked')
    const { id } = await server.ok(info, {}, token)
    await commit(server.platform, (unit) => setStatus(unit, id, 'locked'))
    expect(await ask(change, token)).toMatchObject({ http: 403, key: 'accountLocked' })
    expect(await enter('locked', PASSWORD)).toBe('ok')
    expect(await ask(change)).toMatchObject({ http: 401, type: 999 })
  })
})

describe('five wrong old passwords', () => {
  describeServer.onSqlite(
    'safe/update_password',
    (server) => {
      it('are throttled for a quarter of an hour, for this user only', async () => {
        const token = await registered(server, 'guessed')
        const wrong = () => server.call(updatePassword, { ...change, oldPassword: 'not this one' }, token)
        const outcomes = await Promise.all(Array.from({ length: 7 }, wrong))
        expect(outcomes.map(outcome).sort()).toEqual([
          ...Array(2).fill('tooManyRequests'),
          ...Array(5).fill('wrongOldPassword'),
        ])
        expect(outcome(await server.call(updatePassword, change, token))).toBe('tooManyRequests')
        expect(outcome(await server.call(login, { username: 'guessed', password: PASSWORD }))).toBe('ok')
        server.clock.jump(15 * 60_000)
        expect(outcome(await server.call(updatePassword, change, token))).toBe('ok')
      })
    },
    { generosity: 1 },
  )
})
