import { Signature } from 'ethers'
import { describe, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { walletHash } from '../../../server/security/wallet-hash.ts'
import { setStatus } from '../../../server/user/module.ts'
import { dueDocuments } from '../../../src/api/account/news.ts'
import { invite } from '../../../src/api/account/referral.ts'
import { addressreg, info } from '../../../src/api/account/user.ts'
import { list } from '../../../src/api/money/wallet.ts'
import { describeServer } from '../harness.ts'
import { from, outcome, registered, signed, signedIn, walletOf } from './support.ts'

const SECRET = 'a secret of sixteen or more'
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

describeServer.onSqlite('user/addressreg', (server) => {
  const refused = { http: 400, key: 'walletSignInFailed' }

  it('registers an address the first time, with the paper money, and signs in', async () => {
    const wallet = walletOf(1)
    const { address, sign, nonce } = await signed(server, wallet)
    const token = await server.ok(addressreg, { address, sign, nonce, lang: 'vn' })
    expect(await server.ok(info, {}, token)).toMatchObject({
      username: null,
      address: wallet.address,
      method: 'wallet',
      lang: 'vn',
    })
    expect((await server.ok(list, {}, token))[0]?.balance).toBe('10000.000000')
    // As named in the message.
    expect(await server.ok(dueDocuments, {}, token)).toEqual([])
    expect(await server.ledger()).toEqual([])
  })

  it('registers an address with an invitation code, which counts it once', async () => {
    const inviter = await registered(server, 'inviter')
    const { inviteCode } = await server.ok(info, {}, inviter)
    const wallet = walletOf(23)
    const people = async () => (await server.ok(invite, {}, inviter)).levels[0]?.people
    const enter = async (code: string) => {
      const { address, sign, nonce } = await signed(server, wallet)
      return server.call(addressreg, { address, sign, nonce, inviteCode: code })
    }
    for (const code of ['NOBODY22', '', 'A'.repeat(33)]) {
      expect(await enter(code)).toMatchObject({ http: 400, key: 'wrongInviteCode' })
    }
    expect(outcome(await enter(inviteCode.toLowerCase()))).toBe('ok')
    expect(await people()).toBe(1)
    expect(outcome(await enter('NOBODY22'))).toBe('ok')
    const { inviteCode: other } = await server.ok(info, {}, await registered(server, 'latecomer'))
    expect(outcome(await enter(other))).toBe('ok')
    expect(await people()).toBe(1)
  })

  it('refuses the invitation code of a frozen account', async () => {
    const { id, inviteCode } = await server.ok(info, {}, await registered(server, 'frozeninviter'))
    await commit(server.platform, (unit) => setStatus(unit, id, 'frozen'))
    const { address, sign, nonce } = await signed(server, walletOf(24))
    expect(await server.call(addressreg, { address, sign, nonce, inviteCode })).toMatchObject({
      http: 400,
      key: 'inviterNotFound',
    })
  })

  it('signs the same user in again with a new token, and without a new balance', async () => {
    const wallet = walletOf(2)
    const tokens = [await signedIn(server, wallet), await signedIn(server, wallet)]
    const [first, second] = await Promise.all(tokens.map((token) => server.ok(info, {}, token)))
    expect(second?.id).toBe(first?.id)
    expect(tokens[0]).not.toBe(tokens[1])
    expect((await server.ok(list, {}, tokens[1]))[0]?.balance).toBe('10000.000000')
  })

  it('accepts the address in any case, and the signature with or without 0x', async () => {
    const wallet = walletOf(3)
    const { sign, nonce } = await signed(server, wallet)
    const input = { address: wallet.address.toLowerCase(), sign: sign.slice(2), nonce }
    const token = await server.ok(addressreg, input)
    expect((await server.ok(info, {}, token)).address).toBe(wallet.address)
  })

  it('creates one user for concurrent first sign-ins of a wallet', async () => {
    const wallet = walletOf(4)
    const inputs = []
    for (let device = 1; device <= 6; device++) inputs.push(await signed(server, wallet))
    const answers = await Promise.all(
      inputs.map(({ address, sign, nonce }) => server.ok(addressreg, { address, sign, nonce })),
    )
    const ids = await Promise.all(answers.map(async (token) => (await server.ok(info, {}, token)).id))
    expect(new Set(ids).size).toBe(1)
    expect(await server.ledger()).toEqual([])
  })

  it('refuses a signature the second time', async () => {
    const { address, sign, nonce } = await signed(server, walletOf(5))
    expect(outcome(await server.call(addressreg, { address, sign, nonce }))).toBe('ok')
    expect(await server.call(addressreg, { address, sign, nonce })).toMatchObject(refused)
  })

  it('accepts one of many concurrent copies', async () => {
    const { address, sign, nonce } = await signed(server, walletOf(6))
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.call(addressreg, { address, sign, nonce })),
    )
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  })

  it('refuses a signature after five minutes', async () => {
    const { address, sign, nonce } = await signed(server, walletOf(7))
    server.clock.jump(300_000)
    expect(await server.call(addressreg, { address, sign, nonce })).toMatchObject(refused)
  })

  it('refuses an unknown nonce', async () => {
    const { address, sign } = await signed(server, walletOf(8))
    expect(await server.call(addressreg, { address, sign, nonce: 'f'.repeat(32) })).toMatchObject(refused)
    expect(await server.call(addressreg, { address, sign })).toMatchObject(refused)
  })

  it('refuses another address than the signer’s', async () => {
    const [mine, theirs] = [await signed(server, walletOf(9)), await signed(server, walletOf(10))]
    const attempts = [
      { address: theirs.address, sign: mine.sign, nonce: mine.nonce },
      { address: theirs.address, sign: mine.sign, nonce: theirs.nonce },
      { address: mine.address, sign: mine.sign, nonce: theirs.nonce },
    ]
    for (const attempt of attempts) expect(await server.call(addressreg, attempt)).toMatchObject(refused)
  })

  it.each([
    ['domain', (text: string) => text.replace(/^localhost/, 'phish.example')],
    ['URI', (text: string) => text.replace('URI: http://localhost', 'URI: https://phish.example')],
    ['chain', (text: string) => text.replace('Chain ID: 42161', 'Chain ID: 1')],
    ['nonce', (text: string) => text.replace(/Nonce: .*/, `Nonce: ${'a'.repeat(32)}`)],
    ['expiration', (text: string) => text.replace('Expiration Time: 2026', 'Expiration Time: 2036')],
    ['statement', (text: string) => text.replace('Sign in to Quoin', 'Sign in to Phish')],
    ['ending', (text: string) => `${text}\n`],
  ])('refuses a signature over a message with another %s', async (_, alter) => {
    const wallet = walletOf(11)
    const { address, message, nonce } = await signed(server, wallet)
    const altered = alter(message)
    expect(altered).not.toBe(message)
    const sign = await wallet.signMessage(altered)
    expect(await server.call(addressreg, { address, sign, nonce })).toMatchObject(refused)
  })

  it('refuses the second form of a good signature (high s)', async () => {
    const { address, sign, nonce } = await signed(server, walletOf(12))
    const { r, s, yParity } = Signature.from(sign)
    const highS = (CURVE_ORDER - BigInt(s)).toString(16).padStart(64, '0')
    const malleable = r + highS + (yParity === 0 ? '1c' : '1b')
    expect(await server.call(addressreg, { address, sign: malleable, nonce })).toMatchObject(refused)
  })

  it('refuses the compact form of a good signature (EIP-2098)', async () => {
    const { address, sign, nonce } = await signed(server, walletOf(12))
    const { compactSerialized } = Signature.from(sign)
    expect(await server.call(addressreg, { address, sign: compactSerialized, nonce })).toMatchObject(refused)
  })

  it.each([
    ['zeros', `0x${'0'.repeat(130)}`],
    ['a wrong recovery byte', `0x${'1'.repeat(128)}ff`],
    ['half a byte', `0x${'1'.repeat(131)}`],
    ['the older hash', `0x${walletHash(walletOf(13).address, SECRET)}`],
  ])('refuses %s for a signature', async (_, sign) => {
    const { address, nonce } = await signed(server, walletOf(13))
    expect(await server.call(addressreg, { address, sign, nonce })).toMatchObject(refused)
  })

  it('uses the nonce up on any attempt', async () => {
    const { address, sign, nonce } = await signed(server, walletOf(14))
    await server.call(addressreg, { address, sign: `0x${'0'.repeat(130)}`, nonce })
    expect(await server.call(addressreg, { address, sign, nonce })).toMatchObject(refused)
  })

  it.each([
    [{ sign: 'not hexadecimal' }, 'parameterError'],
    [{ sign: `0x${'1'.repeat(16_386)}` }, 'parameterError'],
    [{ address: 'vitalik.eth' }, 'parameterError'],
    [{ nonce: '../../etc' }, 'parameterError'],
  ])('refuses %j by %s', async (more, key) => {
    const { address, sign, nonce } = await signed(server, walletOf(15))
    expect(await server.call(addressreg, { address, sign, nonce, ...more })).toMatchObject({ http: 422, key })
  })

  it('refuses a frozen account', async () => {
    const wallet = walletOf(16)
    const { id } = await server.ok(info, {}, await signedIn(server, wallet))
    await commit(server.platform, (unit) => setStatus(unit, id, 'frozen'))
    const { address, sign, nonce } = await signed(server, wallet)
    expect(await server.call(addressreg, { address, sign, nonce })).toMatchObject({ http: 403, key: 'accountFrozen' })
  })

  it('refuses the older hash of address and secret', async () => {
    const { address } = walletOf(17)
    expect(await server.call(addressreg, { address, sign: walletHash(address, SECRET) })).toMatchObject(refused)
    expect(await server.call(addressreg, { address, sign: walletHash(address, 'undefined') })).toMatchObject(refused)
  })
})

describe('addressreg: with WALLET_LOGIN=hash', () => {
  describeServer.onSqlite(
    'user/addressreg',
    (server) => {
      it('accepts the older hash of address and secret as well', async () => {
        const { address } = walletOf(20)
        for (const sign of [walletHash(address, SECRET), `0x${walletHash(address, SECRET).toUpperCase()}`]) {
          const token = await server.ok(addressreg, { address, sign })
          expect(await server.ok(info, {}, token)).toMatchObject({ address, method: 'wallet' })
        }
        expect(outcome(await server.call(addressreg, { address, sign: walletHash(address, `${SECRET}.`) }))).toBe(
          'walletSignInFailed',
        )
      })

      it('still accepts signatures', async () => {
        expect(await signedIn(server, walletOf(21))).toEqual(expect.any(String))
      })
    },
    { env: { WALLET_LOGIN: 'hash', WALLET_LOGIN_SECRET: SECRET } },
  )
})

describe('addressreg: a script that guesses signatures', () => {
  describeServer.onSqlite(
    'user/addressreg',
    (server) => {
      it('is stopped by its address', async () => {
        const { address } = walletOf(22)
        const attempt = (from_: string) =>
          from(server, from_)(addressreg, { address, sign: '0'.repeat(130), nonce: 'f'.repeat(32) })
        for (let count = 1; count <= 60; count++) await attempt('2001:db8:0:1::1')
        // The next address of the same household.
        expect(outcome(await attempt('2001:db8:0:1:ffff::2'))).toBe('tooManyRequests')
        expect(outcome(await attempt('2001:db8:0:2::1'))).toBe('walletSignInFailed')
      })
    },
    { generosity: 1 },
  )
})
