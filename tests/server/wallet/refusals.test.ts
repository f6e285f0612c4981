import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { post } from '../../../server/ledger/module.ts'
import { OperatorError } from '../../../server/platform/command.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import * as deposits from '../../../src/api/money/deposit.ts'
import { flashAgainst, flashAgainstQuote } from '../../../src/api/money/swap.ts'
import * as withdrawals from '../../../src/api/money/withdrawal.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { DAILY_LIMIT, depositLimits } from '../../../src/rules/deposit/deposit.ts'
import { announce, coins, SECRET, say, transfer, wordOf } from '../deposit/support.ts'
import { describeServer, startServer, type TestServer } from '../harness.ts'
import { refusalsBetween, testRefusals, type Ways } from '../kit/refusals.ts'
import { order, price, requestId } from '../microtrade/support.ts'
import { prices, quote, wanted } from '../swap/support.ts'
import { address, costOf, leaver, mayLeave, newAddress, operate, withdrawal } from '../withdrawal/support.ts'

const usdt = (amount: number) => BigInt(Math.round(amount * 1_000_000))
/** Of a withdrawal of 1,000, in USDT. */
const FEE = Number(costOf('1000').fee)

/** Holds a person's money without an order; a negative amount releases an order's hold. */
const setAside = ({ platform }: TestServer, user: string, amount: bigint) =>
  commit(platform, (unit) =>
    post(unit, {
      cause: 'test',
      causeId: platform.ids(),
      step: 'setAside',
      currency: 'USDT',
      lines: [
        { account: { user, kind: 'available' }, amount: -amount },
        { account: { user, kind: 'held' }, amount },
      ],
    }),
  )

const out = async (server: TestServer, change: Record<string, unknown> = {}) => {
  const { token, addressId } = await leaver(server)
  return server.call(withdrawals.out, withdrawal(addressId, change), token)
}

const swap = async (server: TestServer, change: Record<string, unknown>) => {
  const { token } = await server.person()
  await prices(server)
  return server.call(flashAgainstQuote, wanted(change), token)
}

const take = (server: TestServer, token: string, id: string) =>
  server.call(flashAgainst, { requestId: requestId(), id }, token)

const charge = async (server: TestServer, change: Record<string, unknown>) =>
  server.call(deposits.chargeReq, coins(change), (await server.person()).token)

/** A withdrawal under review with a part of its hold missing. */
async function robbed(server: TestServer, missing: number) {
  const { token, userId, addressId } = await leaver(server)
  const { id } = await server.ok(withdrawals.out, withdrawal(addressId), token)
  await setAside(server, userId, -usdt(missing))
  return { token, id }
}

const ways: Ways = {
  wrongCurrency: (server) => charge(server, { currency: 'XYZ' }),
  walletNotFound: (server) => swap(server, { from: 'ETH', to: 'USDT', amount: '1' }),
  userWalletNotFound: (server) => out(server, { currency: 'ETH', amount: '1' }),
  insufficientBalance: async (server) => {
    await price(server, '43000.00')
    const { token, userId } = await server.person()
    await setAside(server, userId, usdt(9_950))
    return server.call(submit, order(), token)
  },
  insufficientFundBalance: (server) => swap(server, { amount: '10001' }),
  deductionFailed: async (server) => {
    const { token, userId } = await server.person()
    await prices(server)
    const { id } = await quote(server, token, { amount: '9950' })
    await setAside(server, userId, usdt(51))
    return take(server, token, id)
  },
  frozenAbnormal: async (server) => {
    const { token, id } = await robbed(server, 1)
    return server.call(withdrawals.cancel, { id, requestId: requestId() }, token)
  },
  balanceChangeAbnormal: async () => {
    let stale = false
    // At the boundary: every account is read as of one change before, as if something had bypassed the ledger.
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({
        ...result,
        rows: result.rows.map((row) =>
          stale && 'kind' in row && 'balance' in row && 'user_id' in row
            ? { ...row, version: (row.version as bigint) + 1n }
            : row,
        ),
      }),
    }
    const { server, close } = await startServer('sqlite', { plugins: [plugin] })
    await price(server, '43000.00')
    const { token } = await server.person()
    stale = true
    const answer = await server.call(submit, order(), token)
    await close()
    return answer
  },
  wrongNetwork: (server) => charge(server, { network: 'bitcoin' }),
  aboveDailyLimit: async (server) => {
    const { token } = await server.person()
    const most = Number(depositLimits.crypto.max) - 1_000
    await announce(server, token, { amount: String(most) })
    const rest = Number(DAILY_LIMIT) - most
    return server.call(deposits.chargeReq, coins({ amount: String(rest + 1) }), token)
  },
  proofRequired: (server) => charge(server, { way: 'bank', network: undefined }),
  receiptNotFound: async (server) => {
    const { token } = await server.person()
    return server.call(deposits.chargeReq, await transfer(server, token, { proof: server.platform.ids() }), token)
  },
  notAllLost: async (server) =>
    server.call(deposits.again, { requestId: requestId(), amount: '10000' }, (await server.person()).token),
  insufficientAccountBalance: async (server) => {
    const { token, userId, addressId } = await leaver(server)
    await setAside(server, userId, usdt(5_000))
    return server.call(withdrawals.out, withdrawal(addressId, { amount: '6000' }), token)
  },
  exceedsHeld: (server) => out(server, { amount: '10001' }),
  negativeAmount: (server) => out(server, { amount: '-30' }),
  insufficientTurnover: async (server) => {
    const { token, addressId } = await leaver(server)
    await say(server, wordOf(await announce(server, token)))
    return server.call(withdrawals.out, withdrawal(addressId), token)
  },
  withdrawalPending: async (server) => {
    const { token, addressId } = await leaver(server)
    await server.ok(withdrawals.out, withdrawal(addressId), token)
    return server.call(withdrawals.out, withdrawal(addressId), token)
  },
  noWithdrawalAddress: async (server) => {
    const { token, userId } = await server.person()
    await mayLeave(server, userId)
    return server.call(withdrawals.out, withdrawal(server.platform.ids()), token)
  },
  addressExists: async (server) => {
    const { token } = await leaver(server)
    return server.call(withdrawals.addAddress, newAddress(), token)
  },
  addressNotYours: async (server) => {
    const { addressId } = await leaver(server)
    return server.call(withdrawals.deleteAddress, { id: addressId }, (await server.person()).token)
  },
  wrongAddress: async (server) => {
    const { token } = await leaver(server)
    return server.call(withdrawals.addAddress, newAddress({ address: '0x1' }), token)
  },
  addressWaits: async () => {
    const { server, close } = await startServer('sqlite', { env: { ADDRESS_WAIT_SECONDS: '60' } })
    const answer = await out(server)
    await close()
    return answer
  },
  tooManyAddresses: async (server) => {
    const { token, userId } = await server.person()
    await mayLeave(server, userId)
    const nth = (index: number) => `0x${String(index).padStart(40, 'f')}`
    for (let index = 0; index < 50; index++) await address(server, token, { address: nth(index) })
    return server.call(withdrawals.addAddress, newAddress({ address: nth(50) }), token)
  },
  orderNotCancellable: async (server) => {
    const { token, addressId } = await leaver(server)
    const { id } = await server.ok(withdrawals.out, withdrawal(addressId), token)
    await operate(server, 'withdrawal approve', id, 'Looks right')
    return server.call(withdrawals.cancel, { id, requestId: requestId() }, token)
  },
  quoteExpired: async (server) => {
    const { token } = await server.person()
    await prices(server)
    const { id } = await quote(server, token)
    await quote(server, token)
    return take(server, token, id)
  },
  priceMoved: async (server) => {
    const { token } = await server.person()
    await prices(server)
    const { id } = await quote(server, token)
    await prices(server, '40100.00')
    return take(server, token, id)
  },
}

it('each refusal of wallets and funds is covered here', () => {
  const provoked = [...Object.keys(ways), 'feeDeductionFailed'].sort()
  expect(refusalsBetween('wrongCurrency', 'wrongAmount').sort()).toEqual(provoked)
})

describeServer.onSqlite(
  'a refusal of wallets and funds',
  (server) => {
    testRefusals(server, ways)

    it.each([
      ['feeDeductionFailed', FEE],
      ['deductionFailed', 2 * FEE],
    ])('is %s to an operator who would take what is no longer held', async (key, missing) => {
      const { id, token } = await robbed(server, missing)
      await expect(operate(server, 'withdrawal approve', id, 'Looks right')).rejects.toThrow(new OperatorError(key))
      const [kept] = await server.ok(withdrawals.log, {}, token)
      expect(kept?.state).toBe('underReview')
    })
  },
  { env: { PROVIDER_SECRET: SECRET } },
)
