import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { collectData } from '../../../server/export/collect.ts'
import { collectHere, collectInThread } from '../../../server/export/module.ts'
import { tellUser } from '../../../server/inbox/module.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { exportData } from '../../../src/api/account/export.ts'
import { google } from '../../../src/api/account/safe.ts'
import { addressreg, info } from '../../../src/api/account/user.ts'
import { list } from '../../../src/api/money/wallet.ts'
import { describeEach } from '../describe-each.ts'
import { describeServer, startServer } from '../harness.ts'
import { known } from '../known.ts'
import { submit } from '../kyc/support.ts'
import { bound, outcome, PASSWORD, registered, shown, signed, signedIn, walletOf } from '../security/support.ts'

const proof = { password: PASSWORD }

describeServer.onSqlite('user/export', (server) => {
  const ask = (token: string, input: Record<string, unknown> = { proof }) => server.call(exportData, input, token)

  it('returns all data stored about a user, including the full document number', async () => {
    const { token, id, username, number } = await known(server, 'ada')
    const data = await server.ok(exportData, { proof }, token)
    expect(data).toMatchObject({
      madeAt: Math.floor(server.clock.now() / 1000),
      profile: { id, username, email: expect.stringContaining('@'), status: 'active' },
      security: { password: true, payPasswordSince: expect.any(Number), authenticatorSince: null },
      sessions: [{ current: true, agent: expect.any(String) }],
      kyc: [{ number, lastName: 'Lovelace', state: expect.any(String) }],
      photographs: [{ purpose: 'identityBack' }, { purpose: 'identityFront' }],
      bankCard: { realName: 'Ada Lovelace', cardNumber: '••••5432' },
      orders: { microtrade: [{ symbol: 'BTCUSDT', state: 'drawn' }] },
      cut: [],
    })
    for (const { picture, bytes } of data.photographs) {
      const jpeg = Buffer.from(picture?.replace('data:image/jpeg;base64,', '') ?? '', 'base64')
      expect((await sharp(jpeg).metadata()).format).toBe('jpeg')
      expect(jpeg).toHaveLength(bytes)
    }
    expect(data.messages[0]).toMatchObject({ text: 'Hello, ada.' })
    expect(data.wallets).toEqual(await server.ok(list, {}, token))
    const sum = data.entries.filter(({ currency }) => currency === 'USDT').reduce((all, { amount }) => all + +amount, 0)
    expect(sum).toBe(Number(data.wallets.find(({ currency }) => currency === 'USDT')?.balance))
  })

  it('is a download that is not cached', async () => {
    const token = await registered(server, 'keeper')
    const response = await server.app.http.inject({
      method: 'POST',
      url: '/api/user/export',
      headers: { authorization: token },
      payload: { proof },
    })
    expect(response.headers).toMatchObject({
      'content-disposition': 'attachment; filename="quoin-data.json"',
      'content-type': expect.stringContaining('application/json'),
      'cache-control': 'no-store, no-transform',
    })
  })

  it('contains no other user’s data, and no secret', async () => {
    const [ann, bob] = [await known(server, 'ann'), await known(server, 'bob')]
    const text = JSON.stringify(await server.ok(exportData, { userId: bob.id, id: bob.id, proof }, ann.token))
    for (const theirs of [bob.id, bob.username, bob.number, bob.token]) expect(text).not.toContain(theirs)
    const { db } = server.platform
    const users = await db.selectFrom('users').select('password_hash').execute()
    const kept = await db.selectFrom('sessions').select('token_hash').execute()
    const pay = await db.selectFrom('pay_passwords').select('password_hash').execute()
    const secrets = [...users, ...pay].map((row) => row.password_hash).concat(kept.map((row) => row.token_hash))
    for (const secret of [...secrets, ann.token]) if (secret) expect(text).not.toContain(secret)
  })

  it('is bounded, and names the truncated lists', async () => {
    const { token, id } = await known(server, 'cut')
    for (const text of ['one', 'two', 'three']) await commit(server.platform, (unit) => tellUser(unit, id, { text }))
    const { sessions } = await server.ok(exportData, { proof }, token)
    expect(sessions).toHaveLength(1)
    const data = await collectData(server.platform, { userId: id, method: 'password', tokenHash: '' }, 2)
    expect(data.messages.map(({ text }) => text)).toEqual(['three', 'two'])
    expect(data.cut.sort()).toEqual(['entries', 'messages'])
  })

  it('requires re-authentication: the password', async () => {
    const token = await registered(server, 'unsure')
    expect(await ask(token, { proof: { password: 'not this one' } })).toMatchObject({ http: 400, key: 'wrongPassword' })
    expect(await ask(token, { proof: {} })).toMatchObject({ http: 422, key: 'missingParameters' })
    expect(await ask(token, {})).toMatchObject({ http: 422, key: 'missingParameters' })
    expect(await ask(token, { proof: 'x' })).toMatchObject({ http: 422, key: 'parameterError' })
  })

  it('requires the authenticator code too, if one is set up', async () => {
    const token = await registered(server, 'guarded')
    const { secret } = await bound(server, token)
    expect(outcome(await ask(token))).toBe('authenticatorCodeRequired')
    const code = shown(server, secret)
    expect(await ask(token, { proof: { ...proof, code } })).toMatchObject({
      message: { security: { authenticatorSince: expect.any(Number), recoveryCodesLeft: 10 } },
    })
    expect(outcome(await ask(token, { proof: { ...proof, code } }))).toBe('wrongAuthenticatorCode')
  })

  it('requires a new wallet signature without a password, valid once', async () => {
    const wallet = walletOf(31)
    const token = await signedIn(server, wallet)
    const { nonce, sign } = await signed(server, wallet, 'takeData')
    expect(await ask(token, { proof: { nonce, sign } })).toMatchObject({
      message: { profile: { address: wallet.address, username: null }, security: { password: false } },
    })
    expect(outcome(await ask(token, { proof: { nonce, sign } }))).toBe('walletSignInFailed')
  })

  it('accepts a signature for this purpose only, which is valid for no other', async () => {
    const wallet = walletOf(32)
    const token = await signedIn(server, wallet)
    for (const purpose of ['signIn', 'change'] as const) {
      const { nonce, sign } = await signed(server, wallet, purpose)
      expect(outcome(await ask(token, { proof: { nonce, sign } }))).toBe('walletSignInFailed')
    }
    const message = async () => signed(server, wallet, 'takeData')
    expect((await message()).message.split('\n')[3]).toMatch(/^Take along a copy of all that Quoin keeps about you\. /)
    const { address, nonce, sign } = await message()
    expect(outcome(await server.call(addressreg, { address, nonce, sign }))).toBe('walletSignInFailed')
    const other = await message()
    const offer = { action: 'offer', proof: { nonce: other.nonce, sign: other.sign } }
    expect(outcome(await server.call(google, offer, token))).toBe('walletSignInFailed')
    const { nonce: good, sign: rightly } = await message()
    expect(outcome(await ask(token, { proof: { nonce: good, sign: rightly } }))).toBe('ok')
  })

  it('is available to a locked user, and needs a token', async () => {
    const token = await registered(server, 'barred')
    const { id } = await server.ok(info, {}, token)
    await commit(server.platform, (unit) => setStatus(unit, id, 'locked'))
    expect(await ask(token)).toMatchObject({ message: { profile: { status: 'locked' } } })
    expect(await server.call(exportData, { proof })).toMatchObject({ http: 401, type: 999 })
  })
})

describeServer.onSqlite(
  'user/export, five times in an hour',
  (server) => {
    it('is refused the sixth time', async () => {
      const token = await registered(server, 'collector')
      const asked: string[] = []
      for (let time = 0; time < 6; time++) asked.push(outcome(await server.call(exportData, { proof }, token)))
      expect(asked).toEqual([...Array(5).fill('ok'), 'tooManyRequests'])
      server.clock.jump(3_600_000)
      expect(outcome(await server.call(exportData, { proof }, token))).toBe('ok')
    })
  },
  { generosity: 1 },
)

describeEach('export: a copy made in a thread', (kind) => {
  it('equals the one made here, with encrypted fields decrypted', async () => {
    const { server, close } = await startServer(kind, { env: { VAULT_KEY: '07'.repeat(32) } })
    onTestFinished(close)
    const token = await registered(server, 'threaded')
    const { id: userId } = await server.ok(info, {}, token)
    await submit(server, token)
    const { token_hash: tokenHash } = await server.platform.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const session = { userId, method: 'password' as const, tokenHash }
    const { config } = server.platform
    const here = JSON.parse(await collectHere(server.platform)(session))
    const made = await collectInThread({ ...config, ...server.place })(session)
    const there = JSON.parse(made)
    expect(there.kyc).toMatchObject([{ number: expect.stringMatching(/^P/) }])
    // Time goes by there as it does, and the photographs of a test lie elsewhere.
    const same = (data: object) => ({ ...data, madeAt: 0, sessions: [], photographs: [] })
    expect(same(there)).toEqual(same(here))
    await expect(
      collectInThread({ ...config, DATA_DIR: '/nowhere', DATABASE_URL: undefined })(session),
    ).rejects.toThrow()
  })
})
