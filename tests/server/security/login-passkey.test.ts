import { expect, it } from 'vitest'
import { passkeyChallenge } from '../../../src/api/account/passkeys.ts'
import { info, login } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import type { Changes, SoftwarePasskey } from '../kit/software-passkey.ts'
import { holder } from './passkey-support.ts'
import { bound, outcome, PASSWORD, shown } from './support.ts'

describeServer.onSqlite('user/login with a passkey in place of the code', (server) => {
  const password = async (username: string, passkey?: SoftwarePasskey, changes?: Changes) =>
    server.call(login, {
      ...{ username, password: PASSWORD },
      ...(passkey && { passkey: JSON.stringify(passkey.sign(await server.ok(passkeyChallenge, {}), changes)) }),
    })

  it('signs in after the right password, with a passkey of the same user only', async () => {
    const { token, passkey } = await holder(server, 'both')
    const { passkey: other } = await holder(server, 'both2')
    const { secret } = await bound(server, token)
    expect(outcome(await password('both'))).toBe('authenticatorCodeRequired')
    expect(outcome(await password('both', other))).toBe('passkeyRefused')
    expect(outcome(await password('both', passkey, { origin: 'https://quoin.example' }))).toBe('passkeyRefused')
    const wrong = {
      username: 'both',
      password: 'not this one',
      passkey: JSON.stringify(passkey.sign(await server.ok(passkeyChallenge, {}))),
    }
    expect(outcome(await server.call(login, wrong))).toBe('wrongPassword')
    expect(outcome(await server.call(login, { username: 'both', password: PASSWORD, passkey: '{}' }))).toBe(
      'passkeyRefused',
    )
    const answer = await password('both', passkey)
    expect(outcome(answer)).toBe('ok')
    expect(await server.ok(info, {}, String(answer.message))).toMatchObject({ method: 'password' })
    expect(
      outcome(await server.call(login, { username: 'both', password: PASSWORD, code: shown(server, secret) })),
    ).toBe('ok')
  })

  it('is not asked for without an authenticator', async () => {
    const { passkey } = await holder(server, 'plain')
    expect(outcome(await password('plain'))).toBe('ok')
    expect(outcome(await password('plain', passkey))).toBe('ok')
  })
})

describeServer.onSqlite(
  'user/login, five refused passkeys',
  (server) => {
    it('count as wrong codes, for a quarter of an hour', async () => {
      const { token, passkey } = await holder(server, 'tries')
      await bound(server, token)
      const tried = async (changes?: Changes) =>
        outcome(
          await server.call(login, {
            ...{ username: 'tries', password: PASSWORD },
            passkey: JSON.stringify(passkey.sign(await server.ok(passkeyChallenge, {}), changes)),
          }),
        )
      for (let index = 0; index < 5; index++) expect(await tried({ verified: false })).toBe('passkeyRefused')
      expect(await tried()).toBe('tooManyRequests')
      server.clock.jump(15 * 60_000)
      expect(await tried()).toBe('ok')
    })
  },
  { generosity: 1 },
)
