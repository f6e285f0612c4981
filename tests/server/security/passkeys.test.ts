import { expect, it } from 'vitest'
import { isWithoutCertificates } from '../../../server/security/passkeys.ts'
import { passkeys } from '../../../src/api/account/passkeys.ts'
import { info } from '../../../src/api/account/user.ts'
import { describeServer } from '../harness.ts'
import { attested, softwarePasskey } from '../kit/software-passkey.ts'
import { enter, holder } from './passkey-support.ts'
import {
  outcome,
  PASSWORD,
  passkeyOffer,
  registered,
  signed,
  signedIn,
  told,
  walletOf,
  withPasskey,
} from './support.ts'

const proof = { password: PASSWORD }

describeServer.onSqlite('safe/passkeys', (server) => {
  it.each([
    ['another origin', { origin: 'https://quoin.example' }],
    ['another relying party', { rpId: 'quoin.example' }],
    ['a user who was not verified', { verified: false }],
    ['a sign-in’s type', { type: 'webauthn.get' }],
  ])('stores no passkey for %s', async (_, changes) => {
    const token = await registered(server, `st${Object.values(changes).join('').replace(/\W/g, '').slice(0, 20)}`)
    const attestation = softwarePasskey().create(await passkeyOffer(server, token), changes)
    expect(outcome(await server.call(passkeys, { action: 'add', attestation, name: '' }, token))).toBe('passkeyRefused')
    expect((await server.ok(passkeys, { action: 'list' }, token)).passkeys).toEqual([])
  })

  it('stores a credential for one user only, and ten for each', async () => {
    const { token, passkey } = await holder(server, 'ten')
    const other = await registered(server, 'eleven')
    const again = passkey.create(await passkeyOffer(server, other))
    expect(outcome(await server.call(passkeys, { action: 'add', attestation: again, name: '' }, other))).toBe(
      'passkeyRefused',
    )
    for (let index = 1; index < 10; index++) await withPasskey(server, token)
    expect(outcome(await server.call(passkeys, { action: 'offer', proof }, token))).toBe('tooManyPasskeys')
  })

  it('offers nothing without the password, and excludes the passkeys that exist', async () => {
    const { token, passkey } = await holder(server, 'prove')
    const offer = (proof: unknown) => server.call(passkeys, { action: 'offer', proof }, token)
    expect(outcome(await offer({ password: 'not this one' }))).toBe('wrongPassword')
    expect(outcome(await offer({}))).toBe('missingParameters')
    expect((await passkeyOffer(server, token)).excludeCredentials).toEqual([{ id: passkey.id, type: 'public-key' }])
  })

  it('is removed with a proof, by its owner only, and ends the other sessions', async () => {
    const { token, passkey, id, userId } = await holder(server, 'gone')
    const thief = await registered(server, 'thief')
    const theirs = String((await enter(server, passkey)).message)
    const remove = (by: string, proof: Record<string, unknown>) =>
      server.call(passkeys, { action: 'remove', id, proof }, by)
    expect(outcome(await remove(token, { password: 'not this one' }))).toBe('wrongPassword')
    expect(outcome(await remove(thief, proof))).toBe('dataNotFound')
    expect(await remove(token, proof)).toMatchObject({ http: 200, message: { passkeys: [] } })
    expect(outcome(await server.call(info, {}, theirs))).toBe('signInRequired')
    expect(outcome(await server.call(info, {}, token))).toBe('ok')
    expect(outcome(await enter(server, passkey))).toBe('passkeyRefused')
    expect(outcome(await remove(token, proof))).toBe('dataNotFound')
    expect(await told(server, userId)).toEqual(['security passkeyAdded', 'security passkeyRemoved'])
  })

  it('belongs to a wallet’s account too, whose signature is its proof, and does not sign in as a wallet', async () => {
    const wallet = walletOf(31)
    const token = await signedIn(server, wallet)
    const { nonce, sign } = await signed(server, wallet, 'change')
    const { offer } = await server.ok(passkeys, { action: 'offer', proof: { nonce, sign } }, token)
    if (!offer) throw new Error('no offer')
    const passkey = softwarePasskey()
    await server.ok(passkeys, { action: 'add', attestation: passkey.create(offer), name: '' }, token)
    const theirs = String((await enter(server, passkey)).message)
    expect(await server.ok(info, {}, theirs)).toMatchObject({ address: wallet.address, method: 'passkey' })
  })
})

describeServer('passkeys: of one user', (server) => {
  it('are ten, also after concurrent additions', async () => {
    const { token } = await holder(server, 'twelve')
    for (let index = 1; index < 8; index++) await withPasskey(server, token)
    const attestations = []
    for (let index = 0; index < 4; index++) {
      attestations.push(softwarePasskey().create(await passkeyOffer(server, token)))
    }
    const answers = await Promise.all(
      attestations.map((attestation) => server.call(passkeys, { action: 'add', attestation, name: '' }, token)),
    )
    expect(answers.map(outcome).toSorted()).toEqual(['ok', 'ok', 'tooManyPasskeys', 'tooManyPasskeys'])
    expect((await server.ok(passkeys, { action: 'list' }, token)).passkeys).toHaveLength(10)
  })
})

it.each([
  ['none', false, true],
  ['packed', false, true],
  ['packed', true, false],
  ['android-key', true, false],
  ['android-key', false, false],
  ['apple', true, false],
  ['tpm', true, false],
])('passkeys: an attestation %s with certificates: %s is read: %s', (format, isCertified, read) => {
  expect(isWithoutCertificates(attested(format, isCertified).toString('base64url'))).toBe(read)
})

it('passkeys: what is no attestation is not read', () => {
  expect(isWithoutCertificates('AA')).toBe(false)
})
