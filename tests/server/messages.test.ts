import { expect, it } from 'vitest'
import { decideKyc } from '../../server/kyc/module.ts'
import { commit } from '../../server/platform/unit/unit.ts'
import { newestCodes } from '../../server/security/module.ts'
import { setStatus } from '../../server/user/module.ts'
import { cashSave } from '../../src/api/account/bank.ts'
import { realName } from '../../src/api/account/kyc.ts'
import { passkeySignIn, passkeys } from '../../src/api/account/passkeys.ts'
import { google, payPassword, sessions, updatePassword } from '../../src/api/account/safe.ts'
import { uploadPhoto } from '../../src/api/account/uploads.ts'
import * as user from '../../src/api/account/user.ts'
import { setPriceAlert } from '../../src/api/market/price-alerts.ts'
import { changeWatchlist } from '../../src/api/market/watchlist.ts'
import * as forex from '../../src/api/trade/forex.ts'
import * as micro from '../../src/api/trade/microtrade.ts'
import type { MessageKey } from '../../src/api/wire/messages.ts'
import { PASSWORD_LENGTH_MIN } from '../../src/rules/account/password-length.ts'
import { PHOTO_BYTES_MAX } from '../../src/rules/account/photos.ts'
import { instruments } from '../../src/rules/market/instruments.ts'
import { ALERTS_MAX } from '../../src/rules/market/price-alerts.ts'
import { bankCard } from './bank/card.ts'
import { position } from './forex/support.ts'
import { describeServer, startServer, type TestServer } from './harness.ts'
import { refusalsBetween, testRefusals, type Ways } from './kit/refusals.ts'
import { photo, review, submission, submit } from './kyc/support.ts'
import { order, price } from './microtrade/support.ts'
import { sampleOf } from './platform/samples.ts'
import {
  bound,
  from,
  PASSWORD,
  passkeyOffer,
  registered,
  registration,
  signed,
  signedIn,
  walletOf,
  withPasskey,
} from './security/support.ts'

const proof = { password: PASSWORD }
const pair = (password: string, confirm = password) => ({ password, confirm })

/** The refusals that are not of wallets, trading or success. */
const keys = refusalsBetween('parameterError', 'wrongCurrency')

/** Only in the form: to the server an absent photograph is a missing parameter. */
const ofForm: ReadonlySet<MessageKey> = new Set(['photoRequired'])

let people = 0
const newName = () => `said${++people}`
const newToken = (server: TestServer) => registered(server, newName())
const newWallet = () => walletOf(700 + ++people)

const setStatusOf = async (server: TestServer, token: string, status: 'locked' | 'frozen') => {
  const { id } = await server.ok(user.info, {}, token)
  await commit(server.platform, (unit) => setStatus(unit, id, status))
}

const register = async (server: TestServer, more: Record<string, unknown>) =>
  server.call(user.register, { ...(await registration(server, newName())), ...more })

const forget = async (server: TestServer, target: string) => {
  await server.ok(user.mailCode, { email: target, purpose: 'forget' })
  const [sent] = await newestCodes(server.platform, target)
  return server.call(user.forget, { target, code: sent?.code, ...pair('Battery Staple 2') })
}

const enterByWallet = async (server: TestServer, more: Record<string, unknown>) => {
  const { address, sign, nonce } = await signed(server, newWallet())
  return server.call(user.addressreg, { address, sign, nonce, ...more })
}

const setPay = (server: TestServer, token: string, more: Record<string, unknown> = {}) =>
  server.call(payPassword, { action: 'set', proof, ...pair('Money Leaves 1'), ...more }, token)

const upload = async (server: TestServer, file: Uint8Array | undefined) =>
  server.call(uploadPhoto, { purpose: 'identityFront', file }, await newToken(server))

const submitted = async (server: TestServer, more: Record<string, unknown>) =>
  server.call(realName, { ...sampleOf('user/real_name'), ...more }, await newToken(server))

const saveCard = async (server: TestServer, more: Record<string, unknown>) =>
  server.call(cashSave, { ...bankCard, proof, ...more }, await newToken(server))

const verified = async (server: TestServer) => {
  const token = await newToken(server)
  await submit(server, token)
  await review(server)
  await price(server, '43000.00')
  return token
}

const ways: Ways = {
  parameterError: (server) => server.call(user.nonce, { address: 'nowhere' }),
  missingParameters: (server) => server.call(user.nonce),
  illegalRequest: async ({ app }) =>
    (await app.http.inject({ method: 'POST', url: '/api/user/nonce', headers: json, payload: '{' })).json(),
  illegalOperation: async (server) => {
    const token = await newToken(server)
    const [own] = await server.ok(sessions, { action: 'list' }, token)
    return server.call(sessions, { action: 'end', id: own?.id }, token)
  },
  unauthorizedOperation: (server) => from(server, '127.0.0.1')(user.login, {}, { origin: 'https://evil.example' }),
  dataNotFound: async (server) => server.call(micro.receipt, sampleOf('microtrade/receipt'), await newToken(server)),
  tooManyRequests: async () => {
    const { server, close } = await startServer('sqlite', { generosity: 1 })
    const { target } = await registration(server, newName())
    const answer = await server.call(user.mailCode, { email: target, purpose: 'forget' })
    await close()
    return answer
  },
  wrongCaptcha: async () => {
    const { server, close } = await startServer('sqlite', { generosity: 1 })
    const ask = (more: object) =>
      server.call(user.mailCode, { email: `${newName()}@example.com`, purpose: 'register', ...more })
    while ((await ask({})).type === 'ok');
    const answer = await ask({ captcha: 'none' })
    await close()
    return answer
  },
  requestReused: async (server) => {
    const token = await verified(server)
    const first = order()
    await server.ok(micro.submit, first, token)
    return server.call(micro.submit, { ...first, amount: '200' }, token)
  },
  requestExpired: async (server) => {
    const token = await verified(server)
    return server.call(micro.submit, order({ confirmBy: server.clock.now() - 1 }), token)
  },
  serverError: async () => {
    const { server } = await startServer('sqlite')
    const { token } = await server.person()
    await server.platform.database.close()
    return server.call(user.info, {}, token)
  },
  configurationError: (server) =>
    from(server, '127.0.0.1')(user.nonce, { address: walletOf(1).address }, { host: '127.0.0.1/x' }),
  uploadFailed: (server) => upload(server, undefined),
  fileTooLarge: (server) => upload(server, Buffer.alloc(PHOTO_BYTES_MAX + 1)),
  wrongFileType: (server) => upload(server, Buffer.from('no picture')),
  fileExists: async (server) => {
    const token = await newToken(server)
    const input = { purpose: 'identityFront', file: await photo() }
    await server.ok(uploadPhoto, input, token)
    return server.call(uploadPhoto, input, token)
  },
  signInRequired: (server) => server.call(user.info),
  userNotFound: (server) => forget(server, 'nobody@example.com'),
  credentialsRequired: (server) => server.call(user.login, { username: '', password: '' }),
  wrongPassword: (server) => server.call(user.login, { username: 'nobody', password: PASSWORD }),
  accountFrozen: async (server) => {
    const username = newName()
    await setStatusOf(server, await registered(server, username), 'frozen')
    return server.call(user.login, { username, password: PASSWORD })
  },
  accountLocked: async (server) => {
    const token = await newToken(server)
    await setStatusOf(server, token, 'locked')
    return setPay(server, token)
  },
  usernameExists: async (server) => {
    const username = newName()
    await registered(server, username)
    return register(server, { username })
  },
  wrongInviteCode: (server) => enterByWallet(server, { inviteCode: 'NOBODY22' }),
  inviterNotFound: async (server) => {
    const token = await newToken(server)
    const { inviteCode } = await server.ok(user.info, {}, token)
    await setStatusOf(server, token, 'frozen')
    return register(server, { inviteCode })
  },
  wrongVerificationCode: (server) => register(server, { target: 'nobody@example.com', code: '000000' }),
  passwordsInconsistent: async (server) =>
    server.call(
      updatePassword,
      { oldPassword: PASSWORD, newPassword: 'Battery Staple 2', confirm: 'Battery' },
      await newToken(server),
    ),
  usernameForm: (server) => register(server, { username: 'a b' }),
  wrongEmail: (server) => server.call(user.mailCode, { email: 'nobody@', purpose: 'register' }),
  wrongPhone: (server) => server.call(user.smsCode, { areaCode: '39', phone: '1', purpose: 'register' }),
  wrongTimeZone: async (server) => server.call(user.setZone, { timeZone: 'Mars/Base' }, await newToken(server)),
  passwordLength: (server) => register(server, { password: 'x'.repeat(PASSWORD_LENGTH_MIN - 1) }),
  passwordTooCommon: (server) => register(server, { password: 'password' }),
  walletSignInFailed: (server) => enterByWallet(server, { sign: '1'.repeat(130) }),
  contractWalletUnsupported: (server) => enterByWallet(server, { sign: '1'.repeat(260) }),
  wrongOldPassword: async (server) =>
    server.call(updatePassword, sampleOf('safe/update_password'), await newToken(server)),
  verifyNameFirst: async (server) => server.call(micro.submit, order(), await newToken(server)),
  realNameFailed: async (server) => {
    const token = await newToken(server)
    await submit(server, token)
    const { id } = await server.ok(user.info, {}, token)
    const { db } = server.platform
    const asked = await db.selectFrom('kyc').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()
    await commit(server.platform, (unit) => decideKyc(unit, asked.id, { verified: false, reason: 'blurred' }))
    return server.call(micro.submit, order(), token)
  },
  idNumberUsed: async (server) => {
    const [first, second] = [await newToken(server), await newToken(server)]
    const { number } = await submission(server, first)
    await submit(server, first, { number })
    return submit(server, second, { number })
  },
  alreadyApplied: async (server) => {
    const token = await newToken(server)
    await submit(server, token)
    return submit(server, token)
  },
  countryRequired: (server) => submitted(server, { country: 'ZZ' }),
  nameForm: (server) => submitted(server, { firstName: '<b>' }),
  idNumberForm: (server) => submitted(server, { number: '1' }),
  accountNotCreated: async (server) =>
    server.call(updatePassword, sampleOf('safe/update_password'), await signedIn(server, newWallet())),
  payPasswordSet: async (server) => {
    const token = await newToken(server)
    await setPay(server, token)
    return setPay(server, token)
  },
  payPasswordNotSet: async (server) =>
    server.call(
      payPassword,
      { action: 'change', oldPassword: 'nothing', ...pair('Money Leaves 2') },
      await newToken(server),
    ),
  wrongPayPassword: async (server) => {
    const token = await newToken(server)
    await setPay(server, token)
    return server.call(payPassword, { action: 'change', oldPassword: 'nothing', ...pair('Money Leaves 2') }, token)
  },
  payPasswordSame: async (server) => setPay(server, await newToken(server), pair(PASSWORD)),
  authenticatorBound: async (server) => {
    const token = await newToken(server)
    await bound(server, token)
    return server.call(google, { action: 'offer', proof }, token)
  },
  authenticatorNotBound: async (server) => server.call(google, { action: 'unbind', proof }, await newToken(server)),
  wrongAuthenticatorCode: async (server) => {
    const token = await newToken(server)
    await server.ok(google, { action: 'offer', proof }, token)
    return server.call(google, { action: 'bind', code: '000000' }, token)
  },
  authenticatorCodeRequired: async (server) => {
    const username = newName()
    await bound(server, await registered(server, username))
    return server.call(user.login, { username, password: PASSWORD })
  },
  passkeyRefused: (server) => server.call(passkeySignIn, sampleOf('user/passkey')),
  passkeyExists: async (server) => {
    const token = await newToken(server)
    const { passkey } = await withPasskey(server, token)
    const attestation = passkey.create(await passkeyOffer(server, token))
    return server.call(passkeys, { action: 'add', attestation, name: '' }, token)
  },
  tooManyPasskeys: async (server) => {
    const token = await newToken(server)
    for (let index = 0; index < 10; index++) await withPasskey(server, token)
    return server.call(passkeys, { action: 'offer', proof }, token)
  },
  textRequired: (server) => saveCard(server, { bankName: ' ' }),
  wrongSwiftCode: (server) => saveCard(server, { swiftCode: 'DEUT' }),
  wrongRoutingNumber: (server) => saveCard(server, { routingNumber: '!' }),
  wrongCardNumber: (server) => saveCard(server, { cardNumber: '12' }),
  bankCardRequired: async (server) => server.call(forex.submit, position(), await verified(server)),
  alertReached: async (server) => {
    await price(server, '43000.00')
    return server.call(setPriceAlert, { symbol: 'BTCUSDT', side: 'above', price: '42000' }, await newToken(server))
  },
  tooManyAlerts: async (server) => {
    const token = await newToken(server)
    await price(server, '43000.00')
    const set = (level: number) =>
      server.call(setPriceAlert, { symbol: 'BTCUSDT', side: 'above', price: String(level) }, token)
    for (let level = 50_001; level <= 50_000 + ALERTS_MAX; level++) await set(level)
    return set(60_000)
  },
  watchlistFull: async (server) => {
    const token = await newToken(server)
    const [one, ...others] = instruments.map(({ symbol }) => symbol)
    await server.ok(changeWatchlist, { action: 'merge', symbols: others }, token)
    return server.call(changeWatchlist, { action: 'add', symbol: one }, token)
  },
}
const json = { 'content-type': 'application/json' }

it('messages: each refusal of an account and of calls in general is provoked here, or is the form’s own', () => {
  const undecided = keys.filter((key) => Object.hasOwn(ways, key) === ofForm.has(key))
  expect(undecided).toEqual([])
})

describeServer.onSqlite('messages: a refusal', (server) => testRefusals(server, ways), {
  env: { REAL_NAME: 'trading' },
})
