import { beforeAll, expect, it } from 'vitest'
import { commit } from '../../../server/platform/unit/unit.ts'
import { setStatus } from '../../../server/user/module.ts'
import { payPassword } from '../../../src/api/account/safe.ts'
import { info } from '../../../src/api/account/user.ts'
import { dump } from '../dump.ts'
import { describeServer } from '../harness.ts'
import { photo } from '../kyc/support.ts'
import { price } from '../microtrade/support.ts'
import { sampleOf, tokenCalls } from '../platform/samples.ts'
import { outcome, PASSWORD, registered } from '../security/support.ts'

const proof = { password: PASSWORD }
const pair = { password: 'Money Leaves 1', confirm: 'Money Leaves 1' }
const changed = { password: 'Money Leaves 2', confirm: 'Money Leaves 2' }

/** Calls denied to a locked user, with inputs that others could make or that are refused for another reason. */
const forbidden: Record<string, () => Record<string, unknown>[] | Promise<Record<string, unknown>[]>> = {
  'safe/google': () => [{ action: 'offer', proof }],
  'safe/passkeys': () => [{ action: 'offer', proof }],
  'safe/pay_password': () => [
    { action: 'change', oldPassword: pair.password, ...changed },
    { action: 'reset', proof, ...changed },
    { action: 'sendCode' },
  ],
  'user/email': () => [{ action: 'sendNew', email: 'other@example.com' }, { action: 'sendOld' }],
  'safe/update_password': () => [
    { oldPassword: PASSWORD, newPassword: 'Battery Staple 2', confirm: 'Battery Staple 2' },
  ],
  'user/real_name': () => [sampleOf('user/real_name')],
  'user/cash_save': () => [{ ...sampleOf('user/cash_save'), proof }],
  upload: async () => [{ purpose: 'identityFront', file: await photo() }],
  'microtrade/submit': () => [sampleOf('microtrade/submit')],
  'microtrade/whsubmit': () => [sampleOf('microtrade/whsubmit')],
  ...Object.fromEntries(
    [
      'wallet/charge_req',
      'deposit/again',
      'wallet/out',
      'withdrawal/cancel',
      'withdrawal/address_add',
      'withdrawal/address_delete',
      'wallet/flashAgainstQuote',
      'wallet/flashAgainst',
      'lh/deposit',
      'lh/deposit/cancel',
      'lh/deposit/renew',
      'lh/loan/submit',
      'project/order',
      'project/terminate',
      'coin/trade',
      'coin/cancel',
      'forex/submit',
      'forex/close',
      'forex/setstop',
      'forex/cancel',
      'strategy/submit',
      'strategy/pause',
      'strategy/resume',
      'strategy/stop',
      'lever/submit',
      'lever/close',
      'lever/setstop',
      'lever/cancel',
      'lever/add_margin',
      'lever/close_all',
    ].map((path) => [path, () => [sampleOf(path)]]),
  ),
}

/** Calls open to a locked user: reading, repaying a debt, signing out, exporting data, and ending other sessions, which only protects. */
const open: ReadonlySet<string> = new Set([
  'user/logout',
  'user/info',
  'user/invite',
  'user/referrals',
  'set/lang',
  'set/time_zone',
  'user/usermessage',
  'user/messages_read',
  'user/notifications',
  'user/notifications_set',
  'user/events',
  'user/sessions',
  'user/export',
  'user/getrealinfo',
  'user/cash_info',
  'wallet/list',
  'wallet/equity',
  'orders/coverage',
  'wallet/get_info',
  'wallet/detail',
  'wallet/history',
  'wallet/turnover',
  'orders/coverage',
  'records/list',
  'records/months',
  'records/statement',
  'records/certificate',
  'records/note',
  'deposit/terms',
  'wallet/get_in_address',
  'chargelist/log',
  'cashlist/log',
  'withdrawal/conditions',
  'withdrawal/addresses',
  'wallet/flashAgainstList',
  'wallet/flashAgainstReceipt',
  'wallet/myFlashAgainstList',
  'user/watchlist',
  'user/watchlist_change',
  'market/alerts',
  'market/alert_set',
  'market/alert_remove',
  'chat/list',
  'chat/send',
  'chat/mark',
  'chat/picture',
  'news/getkf',
  'news/due',
  'news/agree',
  'currency/new_timeshar',
  'currency/whlist',
  'currency/whkdata',
  'microtrade/seconds',
  'microtrade/payable_currencies',
  'microtrade/lists',
  'microtrade/whlists',
  'microtrade/receipt',
  'lh/deposit/config',
  'lh/deposit/ordersum',
  'lh/deposit/order',
  'lh/deposit/records',
  'lh/loan/config',
  'lh/loan/statistics',
  'lh/loan/order',
  'lh/loan/payments',
  'lh/loan/repayment',
  'project',
  'project/orders',
  'project/days',
  'coin/list',
  'coin/pair',
  'coin/preview',
  'coin/receipt',
  'forex/pair',
  'forex/list',
  'forex/preview',
  'forex/receipt',
  'strategy/config',
  'strategy/preview',
  'strategy/list',
  'lever/deal',
  'lever/dealall',
  'lever/my_trade',
  'lever/preview',
  'lever/receipt',
  'orders/list',
  'orders/totals',
])

it('locked users: each call with a token is listed as allowed or refused', () => {
  const undecided = tokenCalls.filter(({ path }) => open.has(path) === Object.hasOwn(forbidden, path))
  expect(undecided.map(({ path }) => path)).toEqual([])
})

describeServer.onSqlite('a locked user', (server) => {
  let token: string
  beforeAll(async () => {
    token = await registered(server, 'lockedup')
    // An account without an e-mail address: a reset then asks for no code to it.
    await server.platform.db.updateTable('users').set({ email: null }).where('username', '=', 'lockedup').execute()
    await server.ok(payPassword, { action: 'set', proof, ...pair }, token)
    await price(server, '43000.00')
    await price(server, '2300.00', 'XAUUSD')
    const { id } = await server.ok(info, {}, token)
    await commit(server.platform, (unit) => setStatus(unit, id, 'locked'))
  })

  it.each(tokenCalls.filter(({ path }) => Object.hasOwn(forbidden, path)).map((call) => [call.path, call] as const))(
    'is refused %s, and nothing changes',
    async (path, call) => {
      const inputs = (await forbidden[path]?.()) ?? []
      const before = await dump(server.platform)
      for (const input of inputs) {
        expect(await server.call(call, input, token), JSON.stringify(input)).toMatchObject({
          type: 'error',
          http: 403,
          key: 'accountLocked',
        })
      }
      expect(await dump(server.platform)).toEqual(before)
    },
  )

  it.each(
    tokenCalls.filter(({ path }) => open.has(path) && path !== 'user/logout').map((call) => [call.path, call] as const),
  )('may still call %s', async (path, call) => {
    const answer = outcome(await server.call(call, sampleOf(path), token))
    expect(answer).not.toBe('accountLocked')
    expect(answer).not.toBe('serverError')
  })
})
