import { expect, it } from 'vitest'
import { relyingParty } from '../../../server/security/relying-party.ts'
import { securityWork } from '../../../server/security/sweep.ts'
import { passkeyChallenge, passkeySignIn, passkeys } from '../../../src/api/account/passkeys.ts'
import { describeServer } from '../harness.ts'
import { softwarePasskey } from '../kit/software-passkey.ts'
import { holder } from './passkey-support.ts'
import { outcome, passkeyOffer, registered } from './support.ts'

describeServer('user/passkey_challenge', (server) => {
  it('makes challenges that are used once, also for twenty concurrent copies', async () => {
    const { passkey } = await holder(server, 'once')
    const assertion = passkey.sign(await server.ok(passkeyChallenge, {}))
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.call(passkeySignIn, assertion)))
    expect(answers.map(outcome).sort()).toEqual(['ok', ...Array(19).fill('passkeyRefused')])
    expect(outcome(await server.call(passkeySignIn, assertion))).toBe('passkeyRefused')
  })
})

describeServer.onSqlite('user/passkey_challenge, its limits', (server) => {
  it('keeps a challenge for five minutes, and removes it afterwards', async () => {
    const { passkey } = await holder(server, 'late')
    const [first, second] = [await server.ok(passkeyChallenge, {}), await server.ok(passkeyChallenge, {})]
    server.clock.jump(299_000)
    expect(outcome(await server.call(passkeySignIn, passkey.sign(first)))).toBe('ok')
    server.clock.jump(1_000)
    expect(outcome(await server.call(passkeySignIn, passkey.sign(second)))).toBe('passkeyRefused')
    await server.ok(passkeyChallenge, {})
    server.clock.jump(300_000)
    await securityWork(server.platform).run(() => false)
    expect(await server.platform.db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([])
  })

  it('takes a challenge for its own purpose and user only', async () => {
    const { token, passkey } = await holder(server, 'purpose')
    const other = await registered(server, 'purpose2')
    const offer = await passkeyOffer(server, token)
    const signIn = passkey.sign({ challenge: offer.challenge, rpId: offer.rp.id })
    expect(outcome(await server.call(passkeySignIn, signIn))).toBe('passkeyRefused')
    const attestation = softwarePasskey().create(await passkeyOffer(server, token))
    const add = (by: string) => server.call(passkeys, { action: 'add', attestation, name: '' }, by)
    expect(outcome(await add(other))).toBe('passkeyRefused')
    expect(outcome(await add(token))).toBe('passkeyRefused')
  })

  it('has one relying party: of PUBLIC_URL, whatever the host, or else localhost', () => {
    const of = (host: string, PUBLIC_URL?: string) => {
      const { platform } = server
      return relyingParty({ ...platform, config: { ...platform.config, PUBLIC_URL } }, host)
    }
    const quoin = { id: 'quoin.example', origin: 'https://quoin.example' }
    expect(of('localhost:3000', 'https://quoin.example/app')).toEqual(quoin)
    expect(of('evil.example', 'https://quoin.example/app')).toEqual(quoin)
    expect(of('localhost:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
    for (const host of ['192.168.1.7:3000', 'evil.example', '[::1]:3000']) {
      expect(() => of(host)).toThrow(expect.objectContaining({ key: 'configurationError' }))
    }
  })
})
