import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AnyActorLogic } from 'xstate'
import type { CallOptions, Client } from '../../../src/api/client/client.ts'
import type { Call, Envelope } from '../../../src/api/wire/call.ts'
import { createKeptAnswers } from '../../../src/api/wire/kept-answers.ts'
import { inject } from '../../../src/machines/actors/call.ts'
import { createRegisterAddress, createRequestChallenge } from '../../../src/machines/actors/wallet-side.ts'
import { depositFormMachine } from '../../../src/machines/money/depositForm.ts'
import { planFormMachine } from '../../../src/machines/money/planForm.ts'
import { planOrderMachine } from '../../../src/machines/money/planOrder.ts'
import { rateCheckMachine } from '../../../src/machines/money/rateCheck.ts'
import { walletsMachine } from '../../../src/machines/money/wallets.ts'
import { withdrawalFormMachine } from '../../../src/machines/money/withdrawalForm.ts'
import { refusalKey } from '../../../src/machines/parts/refusal.ts'
import { accountLangMachine } from '../../../src/machines/session/accountLang.ts'
import { loadAreaCodes } from '../../../src/machines/session/area-codes.ts'
import { forgetMachine } from '../../../src/machines/session/forget.ts'
import { registerMachine } from '../../../src/machines/session/register.ts'
import { sessionMachine } from '../../../src/machines/session/session.ts'
import { signInMachine } from '../../../src/machines/session/signIn.ts'
import { forexActMachine } from '../../../src/machines/trade/forexAct.ts'
import { forexForm } from '../../../src/machines/trade/forexForm.ts'
import { closeAllLevers } from '../../../src/machines/trade/lever.ts'
import { leverActMachine } from '../../../src/machines/trade/leverAct.ts'
import { leverForm } from '../../../src/machines/trade/leverForm.ts'
import { microtradeReceiptMachine } from '../../../src/machines/trade/microtrade.ts'
import { microtradeForm } from '../../../src/machines/trade/microtradeForm.ts'
import { orderListMachine } from '../../../src/machines/trade/orderList.ts'
import { orderTotalsMachine } from '../../../src/machines/trade/orderTotals.ts'
import { runningListMachine } from '../../../src/machines/trade/running-orders.ts'
import { cancelSpot, spotReceiptMachine } from '../../../src/machines/trade/spot.ts'
import { spotForm } from '../../../src/machines/trade/spotForm.ts'
import { authenticatorMachine } from '../../../src/machines/user/authenticator.ts'
import { bankCardMachine } from '../../../src/machines/user/bankCard.ts'
import { changePasswordMachine } from '../../../src/machines/user/changePassword.ts'
import { emailMachine } from '../../../src/machines/user/email.ts'
import { kycFormMachine } from '../../../src/machines/user/kycForm.ts'
import { passkeysMachine } from '../../../src/machines/user/passkeys.ts'
import { payPasswordMachine } from '../../../src/machines/user/payPassword.ts'
import { loadReferral } from '../../../src/machines/user/referral.ts'
import { takeDataMachine } from '../../../src/machines/user/takeData.ts'
import { mailTo } from '../../../src/rules/account/credentials.ts'
import { PLAN_DAYS, rateOfLink } from '../../../src/rules/plan/plan.ts'
import { unanswered } from '../kit/answers.ts'
import { ADDRESS, ada, purse } from '../kit/people.ts'
import { planOrderOf } from '../kit/plans.ts'
import { run } from './fake-wallet.ts'

type Sent = { path: string; input: unknown; quiet: boolean }

/** A client that answers by path and records requests. */
function createFakeClient(answers: Record<string, unknown>) {
  const sent: Sent[] = []
  const client = {
    call: async (call: Call, input: unknown, { quiet = false }: CallOptions = {}): Promise<Envelope> => {
      sent.push({ path: call.path, input, quiet })
      const answer = answers[call.path]
      if (answer instanceof Error) throw answer
      return { type: 'ok', code: 1, message: answer }
    },
  }
  return { client: client as Client, sent }
}

const period = { seconds: 30, payoutBps: 8_500, currency: 'USDT', min: '10', max: '5000', unit: '1' }
const order = { symbol: 'BTCUSDT', direction: 'rise', currency: 'USDT', seconds: 30, amount: '100', requestId: 'r-1' }
const noTotals = { won: 0, lost: 0, returned: 0, traded: 0, winRateBps: null, amounts: [], turnover: null }
const noReferrals = { currency: 'USDT', months: [], people: [] }
const TOKEN = 'a-token-of-one-session'

/** The link of the second day of a chain, and the end that it leads to, by other code than the app's. */
const LINK = `0000000f${'a1b2c3d4'.repeat(7)}`
const hashed = (text: string) => createHash('sha256').update(text).digest('hex')
const day = { pid: 'plan-1', lowPpm: 18_300, highPpm: 20_100, end: hashed(hashed(LINK)), day: 2 }

/** Storage of a browser that stores nothing. */
const keptNone = createKeptAnswers({ storage: undefined, now: () => 0 })
const nameless = { state: 'notSubmitted', reviewSeconds: 30 }
const NOW = 1_700_000_000_000
const proven = { address: null, password: 'Analytical 1', code: '123456' }
const proof = { password: 'Analytical 1', code: '123456' }
const paying = {
  ...proven,
  old: 'Money Leaves 0',
  next: 'Money Leaves 1',
  confirm: 'Money Leaves 1',
  emailCode: ' 654321 ',
}
const paid = { password: 'Money Leaves 1', confirm: 'Money Leaves 1' }
const payInfo = { set: true, authenticator: true, email: 'a•••@b.c', sent: null }
const emailInfo = { email: 'a•••@b.c', authenticator: true, sent: null }
const mailing = { ...proven, email: ' n@b.c', newCode: ' 111111', oldCode: '' }

const offer = { challenge: 'Y2hhbGxlbmdl' }
const attestation = { id: 'aWQ', clientDataJSON: 'e30', attestationObject: 'oA' }
const assertion = { id: 'aWQ', clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }

type Effects = { implementations: { actors: unknown } }

/** An effect of a machine, with the client injected into it; `within`: an effect of the machine that this is. */
const of =
  (machine: unknown, name: string, within?: string) =>
  (client: Client): AnyActorLogic => {
    const effect = ((machine as Effects).implementations.actors as Record<string, AnyActorLogic>)[name]
    return within === undefined ? made(effect as AnyActorLogic)(client) : of(effect, within)(client)
  }

/** An effect, with the client injected into it. */
const made = (effect: AnyActorLogic) => (client: Client) => {
  inject({ client, kept: keptNone, loadCover: coveredBy })
  inject({ passkeys: { create: async () => attestation, sign: async () => assertion } })
  inject({ now: () => NOW, zone: () => 'Asia/Tokyo', origin: 'https://here.test' })
  return effect
}

/** The values of a contract's form. */
const contract = {
  symbol: 'BTCUSDT',
  direction: 'long',
  type: 'market',
  price: '',
  quantity: '0.1',
  leverage: 5,
  takeProfit: '',
  stopLoss: '1',
}

/** The values of a spot order's form. */
const coin = { symbol: 'BTCUSDT', side: 'buy', type: 'market', timeInForce: 'gtc', price: '', quantity: '0.1' }

const checkingRate = of(rateCheckMachine, 'checkRate')

type Effect = [
  does: string,
  make: (client: Client) => AnyActorLogic,
  input: unknown,
  answers: Record<string, unknown>,
  sent: Sent[],
  output: unknown,
]

const cover = { id: 'loan-1', due: '10075.000000', least: '0.000000', coins: '0.000000' }
const coveredBy = async () => cover

const effects: Effect[] = [
  [
    'signs in',
    of(signInMachine, 'signIn'),
    { username: 'ada', password: 'Analytical 1', code: '' },
    { 'user/login': TOKEN },
    [{ path: 'user/login', input: { username: 'ada', password: 'Analytical 1' }, quiet: false }],
    TOKEN,
  ],
  [
    'signs in by a code too',
    of(signInMachine, 'signIn'),
    { username: 'ada', password: 'Analytical 1', code: '123456' },
    { 'user/login': TOKEN },
    [{ path: 'user/login', input: { username: 'ada', password: 'Analytical 1', code: '123456' }, quiet: false }],
    TOKEN,
  ],
  [
    'signs in by a passkey alone',
    of(signInMachine, 'signInByPasskey'),
    undefined,
    { 'user/passkey_challenge': offer, 'user/passkey': TOKEN },
    [
      { path: 'user/passkey_challenge', input: {}, quiet: false },
      { path: 'user/passkey', input: assertion, quiet: false },
    ],
    TOKEN,
  ],
  [
    'signs in by a passkey in place of a code',
    of(signInMachine, 'signInByBoth'),
    { username: 'ada', password: 'Analytical 1', code: '' },
    { 'user/passkey_challenge': offer, 'user/login': TOKEN },
    [
      { path: 'user/passkey_challenge', input: {}, quiet: false },
      {
        path: 'user/login',
        input: { username: 'ada', password: 'Analytical 1', passkey: JSON.stringify(assertion) },
        quiet: false,
      },
    ],
    TOKEN,
  ],
  [
    'adds a passkey, by a proof',
    of(passkeysMachine, 'addPasskey'),
    { address: null, password: 'Analytical 1', code: '', name: 'My phone' },
    { 'safe/passkeys': { passkeys: [], authenticator: false, offer } },
    [
      { path: 'safe/passkeys', input: { action: 'offer', proof: { password: 'Analytical 1' } }, quiet: false },
      { path: 'safe/passkeys', input: { action: 'add', attestation, name: 'My phone' }, quiet: false },
    ],
    { passkeys: [], authenticator: false, offer },
  ],
  [
    'removes a passkey, by a proof',
    of(passkeysMachine, 'removePasskey'),
    { id: 'passkey-1', address: null, password: 'Analytical 1', code: '123456' },
    { 'safe/passkeys': { passkeys: [] } },
    [
      {
        path: 'safe/passkeys',
        input: { action: 'remove', id: 'passkey-1', proof: { password: 'Analytical 1', code: '123456' } },
        quiet: false,
      },
    ],
    { passkeys: [] },
  ],
  [
    'changes a password',
    of(changePasswordMachine, 'changePassword'),
    { old: 'Analytical 1', next: 'Difference 2', confirm: 'Difference 2', code: '' },
    { 'safe/update_password': null },
    [
      {
        path: 'safe/update_password',
        input: { oldPassword: 'Analytical 1', newPassword: 'Difference 2', confirm: 'Difference 2' },
        quiet: false,
      },
    ],
    null,
  ],
  [
    'changes a password by a code too',
    of(changePasswordMachine, 'changePassword'),
    { old: 'Analytical 1', next: 'Difference 2', confirm: 'Difference 2', code: '123456' },
    { 'safe/update_password': null },
    [
      {
        path: 'safe/update_password',
        input: { oldPassword: 'Analytical 1', newPassword: 'Difference 2', confirm: 'Difference 2', code: '123456' },
        quiet: false,
      },
    ],
    null,
  ],
  [
    'removes an authenticator, by a proof',
    of(authenticatorMachine, 'unbindAuthenticator'),
    { address: null, password: 'Analytical 1', code: '123456' },
    { 'safe/google': { bound: false } },
    [
      {
        path: 'safe/google',
        input: { action: 'unbind', proof: { password: 'Analytical 1', code: '123456' } },
        quiet: false,
      },
    ],
    { bound: false },
  ],
  [
    'loads the newest completed orders, which can be kept',
    of(orderListMachine, 'pagedList', 'loadPage'),
    { market: 'forex', list: 1, limit: 20 },
    { 'orders/list': [] },
    [{ path: 'orders/list', input: { market: 'forex', list: 1, limit: 20 }, quiet: false }],
    { entries: [], asOf: null },
  ],
  [
    'loads older orders, of which none are kept',
    of(orderListMachine, 'pagedList', 'loadPage'),
    { list: 1, limit: 20, before: 'order-1' },
    { 'orders/list': [] },
    [{ path: 'orders/list', input: { list: 1, limit: 20, before: 'order-1' }, quiet: false }],
    { entries: [] },
  ],
  [
    'loads what runs, quietly, and keeps nothing',
    of(runningListMachine, 'pagedList', 'loadPage'),
    { list: 0, limit: 20 },
    { 'orders/list': [] },
    [{ path: 'orders/list', input: { list: 0, limit: 20 }, quiet: true }],
    { entries: [] },
  ],
  [
    'loads what orders came to, which can be kept',
    of(orderTotalsMachine, 'loadTotals'),
    { result: 'won' },
    { 'orders/totals': noTotals },
    [{ path: 'orders/totals', input: { result: 'won' }, quiet: false }],
    noTotals,
  ],
  [
    'loads all that makes up the net worth, which can be kept',
    of(walletsMachine, 'loadEquity'),
    undefined,
    { 'wallet/equity': { wallets: [purse], positions: [], debt: '0.000000' } },
    [{ path: 'wallet/equity', input: {}, quiet: false }],
    { value: { wallets: [purse], positions: [], debt: '0.000000' }, asOf: null },
  ],
  [
    'says whether a transaction password is set',
    of(payPasswordMachine, 'loadPayPassword', 'load'),
    undefined,
    { 'safe/pay_password': payInfo },
    [{ path: 'safe/pay_password', input: { action: 'state' }, quiet: false }],
    payInfo,
  ],
  [
    'sets a transaction password, by a proof',
    of(payPasswordMachine, 'submitPayPassword'),
    { ...paying, mode: 'set' },
    { 'safe/pay_password': payInfo },
    [{ path: 'safe/pay_password', input: { action: 'set', ...paid, proof }, quiet: false }],
    payInfo,
  ],
  [
    'changes a transaction password, by the old one alone',
    of(payPasswordMachine, 'submitPayPassword'),
    { ...paying, mode: 'change' },
    { 'safe/pay_password': payInfo },
    [{ path: 'safe/pay_password', input: { action: 'change', oldPassword: 'Money Leaves 0', ...paid }, quiet: false }],
    payInfo,
  ],
  [
    'resets a transaction password, by a proof and the code that was mailed',
    of(payPasswordMachine, 'submitPayPassword'),
    { ...paying, mode: 'reset' },
    { 'safe/pay_password': payInfo },
    [{ path: 'safe/pay_password', input: { action: 'reset', ...paid, proof, emailCode: '654321' }, quiet: false }],
    payInfo,
  ],
  [
    'resets a transaction password without a mailed code, where no address is bound',
    of(payPasswordMachine, 'submitPayPassword'),
    { ...paying, mode: 'reset', emailCode: '' },
    { 'safe/pay_password': payInfo },
    [{ path: 'safe/pay_password', input: { action: 'reset', ...paid, proof }, quiet: false }],
    payInfo,
  ],
  [
    'has the code of a reset sent, and looks for it in the paper outbox, quietly',
    of(payPasswordMachine, 'sendPayCode', 'sendCode'),
    { target: null },
    {
      'safe/pay_password': { ...payInfo, sent: { ticket: 'ticket-1', expiresAt: 1, paper: true } },
      'paper/outbox': { inviteCode: 'Q', message: { target: 'a@b.c', code: '654321', sentAt: 1 } },
    },
    [
      { path: 'safe/pay_password', input: { action: 'sendCode' }, quiet: false },
      { path: 'paper/outbox', input: { ticket: 'ticket-1' }, quiet: true },
    ],
    { sentAt: NOW, paper: true, code: '654321' },
  ],
  [
    'says which e-mail address is bound',
    of(emailMachine, 'loadEmail', 'load'),
    undefined,
    { 'user/email': emailInfo },
    [{ path: 'user/email', input: { action: 'state' }, quiet: false }],
    emailInfo,
  ],
  [
    'has a code sent to a new e-mail address, which comes with the answer while money is paper',
    of(emailMachine, 'sendNewCode', 'sendCode'),
    { target: mailTo('n@b.c') },
    { 'user/email': { ...emailInfo, sent: { expiresAt: 1, paperCode: '111111' } } },
    [{ path: 'user/email', input: { action: 'sendNew', email: 'n@b.c' }, quiet: false }],
    { sentAt: NOW, paper: true, code: '111111' },
  ],
  [
    'has a code sent to the bound e-mail address, which no answer shows once messages are delivered',
    of(emailMachine, 'sendOldCode', 'sendCode'),
    { target: null },
    { 'user/email': { ...emailInfo, sent: { expiresAt: 1, paperCode: null } } },
    [{ path: 'user/email', input: { action: 'sendOld' }, quiet: false }],
    { sentAt: NOW, paper: false, code: null },
  ],
  [
    'binds a first e-mail address, by a proof',
    of(emailMachine, 'bindEmail'),
    mailing,
    { 'user/email': emailInfo },
    [{ path: 'user/email', input: { action: 'bind', email: 'n@b.c', code: '111111', proof }, quiet: false }],
    emailInfo,
  ],
  [
    'binds another e-mail address, by the code to the old one too',
    of(emailMachine, 'bindEmail'),
    { ...mailing, oldCode: '222222 ' },
    { 'user/email': emailInfo },
    [
      {
        path: 'user/email',
        input: { action: 'bind', email: 'n@b.c', code: '111111', oldCode: '222222', proof },
        quiet: false,
      },
    ],
    emailInfo,
  ],
  [
    'sets another password in the place of a forgotten one',
    of(forgetMachine, 'resetPassword'),
    {
      channel: 'sms',
      areaCode: '39',
      address: ' 333 123',
      code: ' 111111',
      next: 'Difference 2',
      confirm: 'Difference 2',
    },
    { 'user/forget': null },
    [
      {
        path: 'user/forget',
        input: { target: '+39 333 123', code: '111111', password: 'Difference 2', confirm: 'Difference 2' },
        quiet: false,
      },
    ],
    null,
  ],
  [
    'has a code for a forgotten password mailed',
    of(forgetMachine, 'sendCode', 'sendCode'),
    { target: mailTo('a@b.c') },
    { sms_mail: { ticket: 'ticket-1', expiresAt: 1, paper: true } },
    [{ path: 'sms_mail', input: { email: 'a@b.c', purpose: 'forget' }, quiet: false }],
    { sentAt: NOW, paper: true, code: null },
  ],
  [
    'registers',
    of(registerMachine, 'register'),
    { username: 'ada', password: 'Analytical 1', inviteCode: 'Q', target: 'a@b.c', code: '123456' },
    { 'user/register': TOKEN },
    [
      {
        path: 'user/register',
        input: {
          ...{ username: 'ada', password: 'Analytical 1', inviteCode: 'Q', target: 'a@b.c', code: '123456' },
          timeZone: 'Asia/Tokyo',
        },
        quiet: false,
      },
    ],
    TOKEN,
  ],
  [
    'has a code mailed to someone new, and looks for it in the paper outbox, quietly',
    of(registerMachine, 'sendCode', 'sendCode'),
    { target: mailTo('a@b.c') },
    {
      sms_mail: { ticket: 'ticket-1', expiresAt: 1, paper: true },
      'paper/outbox': { inviteCode: 'Q', message: { target: 'a@b.c', code: '123456', sentAt: 1 } },
    },
    [
      { path: 'sms_mail', input: { email: 'a@b.c', purpose: 'register' }, quiet: false },
      { path: 'paper/outbox', input: { ticket: 'ticket-1' }, quiet: true },
    ],
    { sentAt: NOW, paper: true, code: '123456' },
  ],
  [
    'has a code sent to a telephone',
    of(registerMachine, 'sendCode', 'sendCode'),
    { target: { channel: 'sms', areaCode: '39', address: '333 123' } },
    {
      sms_send_d: { ticket: 'ticket-1', expiresAt: 1, paper: true },
      'paper/outbox': { inviteCode: 'Q', message: null },
    },
    [
      { path: 'sms_send_d', input: { areaCode: '39', phone: '333 123', purpose: 'register' }, quiet: false },
      { path: 'paper/outbox', input: { ticket: 'ticket-1' }, quiet: true },
    ],
    { sentAt: NOW, paper: true, code: null },
  ],
  [
    'asks the paper outbox for an invitation, quietly',
    of(registerMachine, 'loadPaper'),
    undefined,
    { 'paper/outbox': { inviteCode: 'Q', message: null } },
    [{ path: 'paper/outbox', input: {}, quiet: true }],
    { inviteCode: 'Q' },
  ],
  [
    'loads the area codes',
    of(loadAreaCodes, 'load'),
    undefined,
    { getareacode: [{ country: 'IT', areaCode: '39' }] },
    [{ path: 'getareacode', input: {}, quiet: false }],
    [{ country: 'IT', areaCode: '39' }],
  ],
  [
    'asks for what a wallet is to sign',
    createRequestChallenge,
    { address: ADDRESS },
    { 'user/nonce': { nonce: 'n-1', message: 'sign this', expiresAt: 1 } },
    [{ path: 'user/nonce', input: { address: ADDRESS }, quiet: false }],
    { nonce: 'n-1', message: 'sign this' },
  ],
  [
    'registers an address',
    (client: Client) => createRegisterAddress(client, () => 'Asia/Tokyo'),
    { address: ADDRESS, sign: '0xsigned', nonce: 'n-1' },
    { 'user/addressreg': TOKEN },
    [
      {
        path: 'user/addressreg',
        input: { address: ADDRESS, sign: '0xsigned', nonce: 'n-1', timeZone: 'Asia/Tokyo' },
        quiet: false,
      },
    ],
    TOKEN,
  ],
  [
    'loads who is signed in',
    of(sessionMachine, 'loadAccount'),
    undefined,
    { 'user/info': ada, 'wallet/get_info': purse },
    [
      { path: 'user/info', input: {}, quiet: false },
      { path: 'wallet/get_info', input: {}, quiet: false },
    ],
    { userInfo: ada, walletInfo: purse },
  ],
  [
    'keeps the language, quietly',
    of(accountLangMachine, 'saveLang'),
    { lang: 'pt' },
    { 'set/lang': null },
    [{ path: 'set/lang', input: { lang: 'pt' }, quiet: true }],
    'pt',
  ],
  [
    'loads the terms of each paying currency',
    made(microtradeForm.loadOffer),
    { symbol: 'BTCUSDT' },
    {
      'user/getrealinfo': { ...nameless, neededFor: 'withdrawal' },
      'microtrade/payable_currencies': [{ currency: 'USDT', available: '5', min: '10', max: '5000', unit: '1' }],
      'microtrade/seconds': [period],
    },
    [
      { path: 'user/getrealinfo', input: {}, quiet: false },
      { path: 'microtrade/payable_currencies', input: {}, quiet: false },
      { path: 'microtrade/seconds', input: { currency: 'USDT' }, quiet: false },
    ],
    { wanted: null, terms: [{ currency: 'USDT', available: '5', cover, periods: [period] }] },
  ],
  [
    'buys an option on a crypto pair',
    made(microtradeForm.submit),
    { ...order, again: false },
    { 'microtrade/submit': { id: 'order-1' } },
    [{ path: 'microtrade/submit', input: order, quiet: true }],
    { id: 'order-1' },
  ],
  [
    'buys an option on gold, and asks again',
    made(microtradeForm.submit),
    { ...order, symbol: 'XAUUSD', again: true },
    { 'microtrade/whsubmit': { id: 'order-1' } },
    [{ path: 'microtrade/whsubmit', input: { ...order, symbol: 'XAUUSD' }, quiet: true }],
    { id: 'order-1' },
  ],
  [
    'loads an invitation, and completes its link',
    of(loadReferral, 'load'),
    undefined,
    { 'user/invite': { code: 'FRIEND22', link: '/#/pages/my/login?code=FRIEND22' }, 'user/referrals': noReferrals },
    [
      { path: 'user/invite', input: {}, quiet: false },
      { path: 'user/referrals', input: {}, quiet: false },
    ],
    { invite: { code: 'FRIEND22', link: 'https://here.test/#/pages/my/login?code=FRIEND22' }, referrals: noReferrals },
  ],
  [
    'loads an invitation, and keeps a link that is whole',
    of(loadReferral, 'load'),
    undefined,
    {
      'user/invite': { code: 'FRIEND22', link: 'https://quoin.test/#/pages/my/login?code=FRIEND22' },
      'user/referrals': noReferrals,
    },
    [
      { path: 'user/invite', input: {}, quiet: false },
      { path: 'user/referrals', input: {}, quiet: false },
    ],
    { invite: { code: 'FRIEND22', link: 'https://quoin.test/#/pages/my/login?code=FRIEND22' }, referrals: noReferrals },
  ],
  [
    'loads the plan of a tier with all of its days, and what is available',
    of(planFormMachine, 'loadOffer'),
    { tier: '2' },
    {
      project: [
        { id: 'plan-1', tier: '1' },
        { id: 'plan-2', tier: '2' },
      ],
      'wallet/get_info': { available: '7.000000' },
      'project/days': [{ day: 4 }],
    },
    [
      { path: 'project', input: {}, quiet: false },
      { path: 'wallet/get_info', input: { currency: 'USDT' }, quiet: false },
      { path: 'project/days', input: { pid: 'plan-2', limit: PLAN_DAYS }, quiet: false },
    ],
    { plan: { id: 'plan-2', tier: '2' }, days: [{ day: 4 }], available: '7.000000', cover },
  ],
  [
    'asks for no days where no plan of a tier is offered',
    of(planFormMachine, 'loadOffer'),
    { tier: '2' },
    { project: [], 'wallet/get_info': { available: '7.000000' } },
    [
      { path: 'project', input: {}, quiet: false },
      { path: 'wallet/get_info', input: { currency: 'USDT' }, quiet: false },
    ],
    { plan: null, days: [], available: '7.000000', cover },
  ],
  [
    'loads the days that an order of a plan has had its part in',
    of(planOrderMachine, 'loadDays'),
    { order: planOrderOf('order-1', { firstDay: 5, lastDay: 9, daysAccrued: 2 }) },
    { 'project/days': [{ day: 6 }, { day: 5 }] },
    [{ path: 'project/days', input: { pid: 'plan-1', before: 7, limit: 2 }, quiet: true }],
    [{ day: 6 }, { day: 5 }],
  ],
  [
    'checks a rate of a plan by the link that is public now',
    checkingRate,
    { ...day, ratePpm: rateOfLink(LINK, { lowPpm: 18_300, highPpm: 20_100 }) },
    { 'project/days': [{ day: 2, ratePpm: 1, link: LINK }] },
    [{ path: 'project/days', input: { pid: 'plan-1', before: 3, limit: 1 }, quiet: true }],
    { verdict: 'verified', link: LINK },
  ],
  [
    'finds that another rate was shown than the link gives',
    checkingRate,
    { ...day, ratePpm: 18_299 },
    { 'project/days': [{ day: 2, ratePpm: 1, link: LINK }] },
    [{ path: 'project/days', input: { pid: 'plan-1', before: 3, limit: 1 }, quiet: true }],
    { verdict: 'wrongRate', link: LINK },
  ],
  [
    'finds that a link leads to another end than the order was promised',
    checkingRate,
    { ...day, end: 'f'.repeat(64), ratePpm: 18_300 },
    { 'project/days': [{ day: 2, ratePpm: 1, link: LINK }] },
    [{ path: 'project/days', input: { pid: 'plan-1', before: 3, limit: 1 }, quiet: true }],
    { verdict: 'wrongLink', link: LINK },
  ],
  [
    'says that a day’s link is not public yet',
    checkingRate,
    { ...day, ratePpm: 18_300 },
    { 'project/days': [{ day: 2, ratePpm: 18_300, link: null }] },
    [{ path: 'project/days', input: { pid: 'plan-1', before: 3, limit: 1 }, quiet: true }],
    { verdict: 'hidden', link: null },
  ],
  [
    'loads a bank card with the countries',
    of(bankCardMachine, 'loadBankCard', 'load'),
    undefined,
    { 'user/cash_info': { card: null, authenticator: true }, getareacode: [{ country: 'IT', areaCode: '39' }] },
    [
      { path: 'user/cash_info', input: {}, quiet: false },
      { path: 'getareacode', input: {}, quiet: false },
    ],
    { card: null, authenticator: true, countries: ['IT'] },
  ],
  [
    'saves a bank card with a proof, and nothing of what it was made of',
    of(bankCardMachine, 'saveBankCard'),
    { swiftCode: 'DEUTDEFF', address: null, password: 'Analytical 1', code: '' },
    { 'user/cash_save': { card: null, authenticator: true } },
    [
      {
        path: 'user/cash_save',
        input: { swiftCode: 'DEUTDEFF', proof: { password: 'Analytical 1' } },
        quiet: false,
      },
    ],
    { card: null, authenticator: true },
  ],
  [
    'loads a receipt',
    of(microtradeReceiptMachine, 'loadReceipt'),
    { id: 'order-1', quiet: false },
    { 'microtrade/receipt': { ticks: [] } },
    [{ path: 'microtrade/receipt', input: { id: 'order-1' }, quiet: false }],
    { ticks: [] },
  ],
  [
    'looks at a receipt again, and quietly',
    of(microtradeReceiptMachine, 'loadReceipt'),
    { id: 'order-1', quiet: true },
    { 'microtrade/receipt': { ticks: [] } },
    [{ path: 'microtrade/receipt', input: { id: 'order-1' }, quiet: true }],
    { ticks: [] },
  ],
  [
    'orders a contract, without what is empty, and quietly',
    made(leverForm.submit),
    { ...contract, requestId: 'request-1', confirmBy: 5, again: true },
    { 'lever/submit': { id: 'order-1' } },
    [
      {
        path: 'lever/submit',
        input: {
          symbol: 'BTCUSDT',
          direction: 'long',
          type: 'market',
          quantity: '0.1',
          leverage: 5,
          stopLoss: '1',
          requestId: 'request-1',
          confirmBy: 5,
        },
        quiet: true,
      },
    ],
    { id: 'order-1' },
  ],
  [
    'orders a position in lots, without what is empty, and quietly',
    made(forexForm.submit),
    {
      ...{ symbol: 'EURUSD', direction: 'long', lots: '0.1', takeProfit: '', stopLoss: '1' },
      ...{ requestId: 'request-1', confirmBy: 5, again: true },
    },
    { 'forex/submit': { id: 'order-1' } },
    [
      {
        path: 'forex/submit',
        input: {
          ...{ symbol: 'EURUSD', direction: 'long', lots: '0.1', stopLoss: '1' },
          ...{ requestId: 'request-1', confirmBy: 5 },
        },
        quiet: true,
      },
    ],
    { id: 'order-1' },
  ],
  [
    'closes a position in lots, and quietly',
    of(forexActMachine, 'submitOnce', 'submit'),
    { act: 'close', id: 'order-1', requestId: 'request-1', again: false, quantity: '0.03' },
    { 'forex/close': { id: 'order-1' } },
    [{ path: 'forex/close', input: { id: 'order-1', requestId: 'request-1', lots: '0.03' }, quiet: true }],
    { id: 'order-1' },
  ],
  [
    'sets the stops of a position in lots, without what is empty, and quietly',
    of(forexActMachine, 'submitOnce', 'submit'),
    {
      ...{ act: 'stops', id: 'order-1', requestId: 'request-1', again: false },
      ...{ quantity: '0.10', takeProfit: '', stopLoss: '1', amount: '' },
    },
    { 'forex/setstop': { id: 'order-1' } },
    [{ path: 'forex/setstop', input: { id: 'order-1', requestId: 'request-1', stopLoss: '1' }, quiet: true }],
    { id: 'order-1' },
  ],
  [
    'cancels an order in lots, quietly',
    of(forexActMachine, 'submitOnce', 'submit'),
    {
      ...{ act: 'cancel', id: 'order-1', requestId: 'request-1', again: false },
      ...{ quantity: '0.10', takeProfit: '', stopLoss: '', amount: '' },
    },
    { 'forex/cancel': { id: 'order-1' } },
    [{ path: 'forex/cancel', input: { id: 'order-1', requestId: 'request-1' }, quiet: true }],
    { id: 'order-1' },
  ],
  [
    'closes every position',
    of(closeAllLevers, 'submitOnce', 'submit'),
    { requestId: 'request-1', again: false },
    { 'lever/close_all': [] },
    [{ path: 'lever/close_all', input: { requestId: 'request-1' }, quiet: true }],
    [],
  ],
  ...(
    [
      ['close', 'lever/close', { quantity: '0.1' }],
      ['stops', 'lever/setstop', { stopLoss: '1' }],
      ['margin', 'lever/add_margin', { amount: '5' }],
      ['cancel', 'lever/cancel', {}],
    ] as const
  ).map(
    ([act, path, own]): Effect => [
      `asks a contract for "${act}"`,
      of(leverActMachine, 'submitOnce', 'submit'),
      {
        ...{ act, id: 'order-1', requestId: 'request-1', again: false },
        ...{ quantity: '0.1', takeProfit: '', stopLoss: '1', amount: '5' },
      },
      { [path]: { id: 'order-1' } },
      [{ path, input: { id: 'order-1', requestId: 'request-1', ...own }, quiet: true }],
      { id: 'order-1' },
    ],
  ),
  [
    'orders a coin, without a price where there is none, and quietly',
    made(spotForm.submit),
    { ...coin, requestId: 'request-1', confirmBy: 5, again: true },
    { 'coin/trade': { id: 'order-1' } },
    [
      {
        path: 'coin/trade',
        input: { ...coin, price: undefined, requestId: 'request-1', confirmBy: 5 },
        quiet: true,
      },
    ],
    { id: 'order-1' },
  ],
  [
    'takes an order on the spot back',
    of(cancelSpot, 'submitOnce', 'submit'),
    { id: 'order-1', requestId: 'request-1', again: false },
    { 'coin/cancel': { id: 'order-1' } },
    [{ path: 'coin/cancel', input: { id: 'order-1', requestId: 'request-1' }, quiet: true }],
    { id: 'order-1' },
  ],
  [
    'loads the receipt of an order on the spot, and quietly where nobody waits',
    of(spotReceiptMachine, 'loadReceipt'),
    { id: 'order-1', quiet: true },
    { 'coin/receipt': { proofs: [] } },
    [{ path: 'coin/receipt', input: { id: 'order-1' }, quiet: true }],
    { proofs: [] },
  ],
]

describe.each(effects)('calls: the effect that %s', (_, make, input, answers, sent, output) => {
  it('sends its call and returns its result', async () => {
    const fake = createFakeClient(answers)
    await expect(run(make(fake.client), input)).resolves.toEqual(output)
    expect(fake.sent).toEqual(sent)
  })

  it('fails with the server’s refusal', async () => {
    const client = {
      call: async () => ({ type: 'error', code: 0, message: '请求过于频繁', key: 'tooManyRequests' }),
    } as unknown as Client
    const failing = run(make(client), input).catch((error: unknown) => refusalKey(error))
    await expect(failing).resolves.toBe('tooManyRequests')
  })

  it('fails with the network error without an answer', async () => {
    const fake = createFakeClient(Object.fromEntries(sent.map(({ path }) => [path, unanswered])))
    await expect(run(make(fake.client), input)).rejects.toBe(unanswered)
  })
})

describe.each([
  ['of a reset', of(payPasswordMachine, 'sendPayCode', 'sendCode'), null],
  ['to register', of(registerMachine, 'sendCode', 'sendCode'), mailTo('a@b.c')],
])('calls: the effect that has the code %s sent', (_, make, target) => {
  const sent = { ...payInfo, sent: { ticket: 'ticket-1', expiresAt: 1, paper: true } }

  it.each([
    ['refused', new Error('no outbox here')],
    ['empty', { inviteCode: 'Q', message: null }],
  ])('ends well where the paper outbox is %s', async (_, answer) => {
    const ticket = { ticket: 'ticket-1', expiresAt: 1, paper: true }
    const fake = createFakeClient({ 'safe/pay_password': sent, sms_mail: ticket, 'paper/outbox': answer })
    await expect(run(make(fake.client), { target })).resolves.toEqual({
      sentAt: NOW,
      paper: true,
      code: null,
    })
  })
})

describe('calls: the effect that loads the terms', () => {
  const answers = (state: string) => ({
    'user/getrealinfo': { state, neededFor: 'trading', reviewSeconds: 30 },
    'microtrade/payable_currencies': [],
  })

  it.each(['notSubmitted', 'pendingReview', 'refused'])(
    'wants a name where trading asks for one: %s',
    async (state) => {
      const fake = createFakeClient(answers(state))
      const loading = run(made(microtradeForm.loadOffer)(fake.client), { symbol: 'BTCUSDT' })
      await expect(loading).resolves.toEqual({ wanted: { state, reviewSeconds: 30 }, terms: [] })
    },
  )

  it('requires nothing more from a verified user', async () => {
    const { client } = createFakeClient(answers('verified'))
    const loading = run(made(microtradeForm.loadOffer)(client), { symbol: 'BTCUSDT' })
    await expect(loading).resolves.toEqual({ wanted: null, terms: [] })
  })
})

describe('calls: the effect that logs out', () => {
  it('succeeds with any answer, and fails only without one', async () => {
    const fake = createFakeClient({ 'user/logout': null })
    await expect(run(of(sessionMachine, 'logOut')(fake.client))).resolves.toBeUndefined()
    expect(fake.sent).toEqual([{ path: 'user/logout', input: {}, quiet: true }])
    const dead = createFakeClient({ 'user/logout': unanswered })
    await expect(run(of(sessionMachine, 'logOut')(dead.client))).rejects.toBe(unanswered)
  })
})

describe('calls: the effects of forms', () => {
  const asked: [path: string, inPlace: boolean][] = []
  const refusing = {
    call: async ({ path }: Call, _: unknown, { inPlace }: CallOptions = {}): Promise<Envelope> => {
      asked.push([path, inPlace?.() ?? false])
      return { type: 'error', code: 0, message: '' }
    },
  } as Client
  const effects = {
    'user/login': [of(signInMachine, 'signIn'), { username: 'ada', password: 'x', code: '' }],
    'user/register': [of(registerMachine, 'register'), {}],
    'user/forget': [of(forgetMachine, 'resetPassword'), { channel: 'mail', areaCode: '', address: 'a@b.c', code: '' }],
    'safe/update_password': [of(changePasswordMachine, 'changePassword'), { ...paying, code: '' }],
    'safe/google': [of(authenticatorMachine, 'offerAuthenticator'), proven],
    'safe/pay_password': [of(payPasswordMachine, 'submitPayPassword'), { ...paying, mode: 'reset' }],
    'user/email': [of(emailMachine, 'bindEmail'), { ...proven, email: 'a@b.c', newCode: '1', oldCode: '' }],
    'user/cash_save': [of(bankCardMachine, 'saveBankCard'), proven],
    'user/real_name': [of(kycFormMachine, 'submitKyc'), {}],
    'user/export': [of(takeDataMachine, 'takeData'), proven],
    'wallet/charge_req': [of(depositFormMachine, 'submitOnce', 'submit'), { type: 'charge', again: false }],
    'deposit/again': [of(depositFormMachine, 'submitOnce', 'submit'), { type: 'again', again: false }],
    'wallet/out': [of(withdrawalFormMachine, 'submitOnce', 'submit'), { again: false }],
  } as Record<string, [(client: Client) => AnyActorLogic, unknown]>

  it.each(Object.entries(effects))('%s leaves what it was refused for to its form', async (path, [make, input]) => {
    await expect(run(make(refusing), input)).rejects.toThrow()
    expect(asked.at(-1)).toEqual([path, true])
  })
})

it.each([
  [
    [200, 1],
    ['request-1', 'request-1-2'],
  ],
  [[199], ['request-1']],
])(
  'calls: close_all is repeated with derived request ids until fewer than 200 were closed: %j',
  async (counts, requests) => {
    const pages = counts.map((length, page) => Array.from({ length }, (_, at) => ({ id: `order-${page}-${at}` })))
    const sent: unknown[] = []
    const client = {
      call: async (_: unknown, input: unknown) => {
        sent.push(input)
        return { type: 'ok', code: 1, message: pages[sent.length - 1] }
      },
    } as unknown as Client
    const closed = await run(of(closeAllLevers, 'submitOnce', 'submit')(client), {
      requestId: 'request-1',
      again: false,
    })
    expect(sent).toEqual(requests.map((requestId) => ({ requestId })))
    expect(closed).toEqual(pages.flat())
  },
)
