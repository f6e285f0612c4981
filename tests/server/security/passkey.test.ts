import { expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { checkPasskey, forgetPasskeys, notePasskeyUse } from '../../../server/security/passkeys.ts'
import { relyingParty } from '../../../server/security/relying-party.ts'
import { setStatus } from '../../../server/user/module.ts'
import { passkeyChallenge, passkeySignIn, passkeys } from '../../../src/api/account/passkeys.ts'
import { sessions } from '../../../src/api/account/safe.ts'
import { type Assertion, info } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { softwarePasskey } from '../kit/software-passkey.ts'
import { enter, holder } from './passkey-support.ts'
import { outcome, PASSWORD, told } from './support.ts'

const proof = { password: PASSWORD }

describeServer('user/passkey', (server) => {
  it('starts no session of a passkey that is removed between its signature and the session', async () => {
    const { passkey, userId } = await holder(server, 'gone')
    const request = await server.ok(passkeyChallenge, {})
    const { platform } = server
    const signed = await checkPasskey(platform, passkey.sign(request), relyingParty(platform, 'localhost:80'))
    await commit(platform, (unit) => forgetPasskeys(unit, userId))
    const used = notePasskeyUse(platform.db, platform.clock, signed)
    await expect(used).rejects.toMatchObject({ key: 'passkeyRefused' })
  })

  it('refuses a challenge with a character that no text has', async () => {
    const clientDataJSON = Buffer.from('{"challenge":"\\u0000"}').toString('base64url')
    const answer = { id: 'aWQ', clientDataJSON, authenticatorData: 'AA', signature: 'AA' }
    expect(outcome(await server.call(passkeySignIn, answer))).toBe('passkeyRefused')
  })

  it('signs in by a passkey that was added after a proof, and lists it by name and dates', async () => {
    const { token, passkey, userId } = await holder(server, 'ada')
    const { passkeys: before } = await server.ok(passkeys, { action: 'list' }, token)
    expect(before).toMatchObject([{ name: 'My phone', usedAt: null }])
    server.clock.jump(60_000)
    const answer = await enter(server, passkey)
    expect(outcome(answer)).toBe('ok')
    const theirs = String(answer.message)
    expect(await server.ok(info, {}, theirs)).toMatchObject({ id: userId, username: 'ada', method: 'passkey' })
    const { passkeys: after } = await server.ok(passkeys, { action: 'list' }, theirs)
    expect(after[0]?.usedAt).toBe(Math.floor(server.clock.now() / 1000))
    expect(await server.ok(sessions, { action: 'list' }, theirs)).toMatchObject([
      { method: 'passkey', current: true },
      { method: 'password' },
    ])
    expect(await told(server, userId)).toEqual(['security passkeyAdded'])
  })
})

describeServer.onSqlite('user/passkey, refusals', (server) => {
  it.each([
    ['another origin', { origin: 'https://quoin.example' }],
    ['another relying party', { rpId: 'quoin.example' }],
    ['a user who was not verified', { verified: false }],
    ['a registration’s type', { type: 'webauthn.create' }],
    ['another user’s handle', { userHandle: 'c29tZW9uZQ' }],
  ])('signs nobody in for %s', async (_, changes) => {
    const { passkey } = await holder(server, `no${Object.values(changes).join('').replace(/\W/g, '').slice(0, 20)}`)
    expect(outcome(await enter(server, passkey, changes))).toBe('passkeyRefused')
    expect(outcome(await enter(server, passkey))).toBe('ok')
  })

  it('refuses a signature by another key, over another challenge, and of an unknown credential', async () => {
    const { passkey } = await holder(server, 'keys')
    const [asked, other] = [await server.ok(passkeyChallenge, {}), await server.ok(passkeyChallenge, {})]
    const right = passkey.sign(asked)
    const forged = softwarePasskey().sign(asked)
    const send = (passkey: Assertion) => server.call(passkeySignIn, passkey)
    expect(outcome(await send({ ...right, signature: forged.signature }))).toBe('passkeyRefused')
    const { clientDataJSON } = passkey.sign(other)
    expect(outcome(await send({ ...right, clientDataJSON }))).toBe('passkeyRefused')
    expect(outcome(await enter(server, softwarePasskey()))).toBe('passkeyRefused')
    expect(outcome(await send({ ...right, clientDataJSON: 'bm8ganNvbg' }))).toBe('passkeyRefused')
    expect((await send({ ...right, id: 'not base64' })).http).toBe(422)
  })

  it('refuses a count that does not rise, as a copied key’s does not', async () => {
    const { passkey } = await holder(server, 'count')
    expect(outcome(await enter(server, passkey, { counter: 5 }))).toBe('ok')
    expect(outcome(await enter(server, passkey, { counter: 5 }))).toBe('passkeyRefused')
    expect(outcome(await enter(server, passkey, { counter: 4 }))).toBe('passkeyRefused')
    expect(outcome(await enter(server, passkey, { counter: 6 }))).toBe('ok')
  })

  it('accepts passkeys that do not count', async () => {
    const { passkey } = await holder(server, 'zero')
    expect(outcome(await enter(server, passkey, { counter: 0 }))).toBe('ok')
    expect(outcome(await enter(server, passkey, { counter: 0 }))).toBe('ok')
  })

  it('does not sign in to a frozen account, and adds nothing to a locked one', async () => {
    const { token, passkey, userId } = await holder(server, 'cold')
    await commit(server.platform, (unit) => setStatus(unit, userId, 'locked'))
    expect(outcome(await enter(server, passkey))).toBe('ok')
    expect(outcome(await server.call(passkeys, { action: 'offer', proof }, token))).toBe('accountLocked')
    await commit(server.platform, (unit) => setStatus(unit, userId, 'frozen'))
    expect(outcome(await enter(server, passkey))).toBe('accountFrozen')
  })
})
