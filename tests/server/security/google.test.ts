import { describe, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { forgetAuthenticator } from '../../../server/security/module.ts'
import { setStatus } from '../../../server/user/module.ts'
import { google } from '../../../src/api/account/safe.ts'
import { info } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { bound, nextStep, outcome, PASSWORD, registered, shown, signed, signedIn, told, walletOf } from './support.ts'

const proof = { password: PASSWORD }

describeServer.onSqlite('safe/google', (server) => {
  const ask = (input: Record<string, unknown>, token?: string) => server.call(google, input, token)
  const state = (token: string) => server.ok(google, { action: 'state' }, token)

  it('creates a secret, and activates it with its first right code and ten recovery codes', async () => {
    const token = await registered(server, 'ada')
    expect(await state(token)).toEqual({ bound: false, recoveryCodesLeft: 0, offer: null, recoveryCodes: null })
    const { offer } = await server.ok(google, { action: 'offer', proof }, token)
    expect(offer?.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(offer?.uri).toMatch(
      /^otpauth:\/\/totp\/Quoin:ada\?issuer=Quoin&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    )
    expect(await state(token)).toMatchObject({ bound: false, offer: null })
    const code = shown(server, offer?.secret ?? '')
    const answer = await server.ok(google, { action: 'bind', code: `${code.slice(0, 3)} ${code.slice(3)}` }, token)
    expect(answer).toMatchObject({ bound: true, recoveryCodesLeft: 10, offer: null })
    expect(new Set(answer.recoveryCodes).size).toBe(10)
    for (const each of answer.recoveryCodes ?? []) expect(each).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/)
    expect(await state(token)).toEqual({ bound: true, recoveryCodesLeft: 10, offer: null, recoveryCodes: null })
  })

  it('stores secret and recovery codes encrypted or hashed', async () => {
    const token = await registered(server, 'leak')
    const { secret, recoveryCodes } = await bound(server, token)
    const { db } = server.platform
    const rows = [
      ...(await db.selectFrom('authenticators').selectAll().execute()),
      ...(await db.selectFrom('recovery_codes').selectAll().execute()),
    ]
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
    expect(text).not.toContain(secret)
    for (const each of recoveryCodes) expect(text).not.toContain(each.replace('-', ''))
  })

  it.each([
    [{}, 'missingParameters', 422],
    [{ password: 'not this one' }, 'wrongPassword', 400],
    [{ nonce: '0123456789abcdef', sign: `0x${'11'.repeat(65)}` }, 'missingParameters', 422],
  ])('offers nothing for the proof %j', async (given, key, http) => {
    const token = await registered(server, `prove${key}${Object.keys(given).length}`)
    expect(await ask({ action: 'offer', proof: given }, token)).toMatchObject({ http, key })
    expect(await ask({ action: 'offer' }, token)).toMatchObject({ http: 422, key: 'missingParameters' })
    expect(await ask({ action: 'bind', code: '123456' }, token)).toMatchObject({
      http: 400,
      key: 'authenticatorNotBound',
    })
  })

  it('accepts a wallet’s signature in place of a password, once', async () => {
    const wallet = walletOf(11)
    const token = await signedIn(server, wallet)
    const { nonce, sign } = await signed(server, wallet, 'change')
    const other = await signed(server, walletOf(12), 'change')
    const offer = (proof: Record<string, unknown>) => ask({ action: 'offer', proof }, token)
    expect(outcome(await offer(proof))).toBe('missingParameters')
    expect(outcome(await offer({ nonce: other.nonce, sign: other.sign }))).toBe('walletSignInFailed')
    expect(outcome(await offer({ nonce, sign }))).toBe('ok')
    expect(outcome(await offer({ nonce, sign }))).toBe('walletSignInFailed')
  })

  it('rejects a wrong code, and a secret older than a quarter of an hour', async () => {
    const token = await registered(server, 'late')
    const { offer } = await server.ok(google, { action: 'offer', proof }, token)
    const secret = offer?.secret ?? ''
    const right = shown(server, secret)
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    expect(await ask({ action: 'bind', code: wrong }, token)).toMatchObject({
      http: 400,
      key: 'wrongAuthenticatorCode',
      params: { time: String(Math.floor(server.clock.now() / 1_000)) },
    })
    for (const code of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', '0'.repeat(33)]) {
      expect(await ask({ action: 'bind', code }, token)).toMatchObject({ http: 400, key: 'wrongAuthenticatorCode' })
    }
    server.clock.jump(15 * 60_000)
    expect(outcome(await ask({ action: 'bind', code: shown(server, secret) }, token))).toBe('authenticatorNotBound')
    expect((await state(token)).bound).toBe(false)
  })

  it('activates only the newest secret, once, also from two devices concurrently', async () => {
    const token = await registered(server, 'twice')
    const old = await server.ok(google, { action: 'offer', proof }, token)
    const { offer } = await server.ok(google, { action: 'offer', proof }, token)
    const bind = (secret = '') => ask({ action: 'bind', code: shown(server, secret) }, token)
    expect(outcome(await bind(old.offer?.secret))).toBe('wrongAuthenticatorCode')
    const both = await Promise.all([bind(offer?.secret), bind(offer?.secret)])
    expect(both.map(outcome).sort()).toEqual(['authenticatorBound', 'ok'])
    expect(await state(token)).toMatchObject({ bound: true, recoveryCodesLeft: 10 })
    expect(outcome(await ask({ action: 'bind', code: '000000' }, token))).toBe('authenticatorBound')
    nextStep(server)
    const again = await ask({ action: 'offer', proof: { ...proof, code: shown(server, offer?.secret ?? '') } }, token)
    expect(again).toMatchObject({ http: 409, key: 'authenticatorBound' })
  })

  it('is removed with password and code, and by neither alone', async () => {
    const token = await registered(server, 'undo')
    const { secret } = await bound(server, token)
    const unbind = (proof: Record<string, unknown>) => ask({ action: 'unbind', proof }, token)
    expect(await unbind(proof)).toMatchObject({ http: 403, key: 'authenticatorCodeRequired' })
    expect(outcome(await unbind({ password: 'not this one', code: shown(server, secret) }))).toBe('wrongPassword')
    expect(await unbind({ ...proof, code: shown(server, secret) })).toMatchObject({
      http: 200,
      message: { bound: false },
    })
    expect(outcome(await unbind(proof))).toBe('authenticatorNotBound')
    expect(
      await server.platform.db
        .selectFrom('recovery_codes')
        .select('user_id')
        .where('user_id', '=', (await server.ok(info, {}, token)).id)
        .execute(),
    ).toEqual([])
  })

  it('is removed with a recovery code too', async () => {
    const token = await registered(server, 'lost')
    const { recoveryCodes } = await bound(server, token)
    const answer = await ask({ action: 'unbind', proof: { ...proof, code: recoveryCodes[3]?.toLowerCase() } }, token)
    expect(answer).toMatchObject({ http: 200, message: { bound: false, recoveryCodesLeft: 0 } })
  })

  it('ends the other sessions when set up and when removed', async () => {
    const wallet = walletOf(13)
    const [first, second] = [await signedIn(server, wallet), await signedIn(server, wallet)]
    const { nonce, sign } = await signed(server, wallet, 'change')
    const { offer } = await server.ok(google, { action: 'offer', proof: { nonce, sign } }, first)
    await server.ok(google, { action: 'bind', code: shown(server, offer?.secret ?? '') }, first)
    expect(outcome(await server.call(info, {}, second))).toBe('signInRequired')
    const third = await signedIn(server, wallet)
    nextStep(server)
    const { nonce: again, sign: signedAgain } = await signed(server, wallet, 'change')
    await server.ok(
      google,
      { action: 'unbind', proof: { nonce: again, sign: signedAgain, code: shown(server, offer?.secret ?? '') } },
      first,
    )
    expect(outcome(await server.call(info, {}, third))).toBe('signInRequired')
    expect(outcome(await server.call(info, {}, first))).toBe('ok')
  })

  it('sends a message when set up and when removed, and none for an unused secret', async () => {
    const token = await registered(server, 'told')
    const { id } = await server.ok(info, {}, token)
    await server.ok(google, { action: 'offer', proof }, token)
    expect(await told(server, id)).toEqual([])
    const { secret } = await bound(server, token)
    expect(await told(server, id)).toEqual(['security authenticatorAdded'])
    await server.ok(google, { action: 'unbind', proof: { ...proof, code: shown(server, secret) } }, token)
    await ask({ action: 'unbind', proof }, token)
    expect(await told(server, id)).toEqual(['security authenticatorAdded', 'security authenticatorRemoved'])
  })

  it('is removed by an operator’s reset, with every session, and the user is notified', async () => {
    const token = await registered(server, 'reset')
    const { id } = await server.ok(info, {}, token)
    await bound(server, token)
    expect(await commit(server.platform, (unit) => forgetAuthenticator(unit, id))).toBe(true)
    expect(outcome(await server.call(info, {}, token))).toBe('signInRequired')
    expect(await commit(server.platform, (unit) => forgetAuthenticator(unit, id))).toBe(false)
    expect(await told(server, id)).toEqual(['security authenticatorAdded', 'security authenticatorRemoved'])
  })

  it('does nothing for a locked user, and needs a token', async () => {
    const token = await registered(server, 'lockedup')
    const { id } = await server.ok(info, {}, token)
    await commit(server.platform, (unit) => setStatus(unit, id, 'locked'))
    expect(await ask({ action: 'offer', proof }, token)).toMatchObject({ http: 403, key: 'accountLocked' })
    expect(await ask({ action: 'state' })).toMatchObject({ http: 401, type: 999 })
  })

  it.each([[{ action: 'steal' }], [{}], [{ action: ['state'] }]])('refuses %j', async (input) => {
    const { token } = await server.person()
    expect((await ask(input, token)).http).toBe(422)
  })
})

describe('google: five wrong codes', () => {
  describeServer.onSqlite(
    'safe/google',
    (server) => {
      it('are throttled for a quarter of an hour, after which the right one works', async () => {
        const token = await registered(server, 'guessed')
        const { secret, recoveryCodes } = await bound(server, token)
        const right = Number(shown(server, secret))
        const unbind = (code: string) => server.call(google, { action: 'unbind', proof: { ...proof, code } }, token)
        const wrong = (index: number) => unbind(String((right + 1 + index) % 1_000_000).padStart(6, '0'))
        const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => wrong(index)))
        expect(outcomes.map(outcome).sort()).toEqual([
          ...Array(3).fill('tooManyRequests'),
          ...Array(5).fill('wrongAuthenticatorCode'),
        ])
        expect(outcome(await unbind(shown(server, secret)))).toBe('tooManyRequests')
        expect(outcome(await unbind(recoveryCodes[0] ?? ''))).toBe('tooManyRequests')
        server.clock.jump(15 * 60_000)
        expect(outcome(await unbind(shown(server, secret)))).toBe('ok')
      })

      it('are throttled during setup, too', async () => {
        const { token } = await server.person()
        const outcomes: string[] = []
        for (let index = 0; index < 7; index++) {
          outcomes.push(outcome(await server.call(google, { action: 'bind', code: '000000' }, token)))
        }
        expect(outcomes).toEqual([...Array(5).fill('authenticatorNotBound'), ...Array(2).fill('tooManyRequests')])
      })
    },
    { generosity: 1 },
  )
})

describe('google: five wrong passwords in a proof', () => {
  describeServer.onSqlite(
    'safe/google',
    (server) => {
      it('are throttled for a quarter of an hour', async () => {
        const token = await registered(server, 'again')
        const offer = (password: string) => server.call(google, { action: 'offer', proof: { password } }, token)
        const outcomes = await Promise.all(Array.from({ length: 7 }, () => offer('not this one')))
        expect(outcomes.map(outcome).sort()).toEqual([
          ...Array(2).fill('tooManyRequests'),
          ...Array(5).fill('wrongPassword'),
        ])
        expect(outcome(await offer(PASSWORD))).toBe('tooManyRequests')
        server.clock.jump(15 * 60_000)
        expect(outcome(await offer(PASSWORD))).toBe('ok')
      })
    },
    { generosity: 1 },
  )
})
