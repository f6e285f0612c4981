import { expect, it } from 'vitest'
import { post } from '../../../server/ledger/module.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import * as plan from '../../../src/api/money/plan.ts'
import * as savings from '../../../src/api/money/savings.ts'
import * as swap from '../../../src/api/money/swap.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import { conditions, out } from '../../../src/api/money/withdrawal.ts'
import * as forex from '../../../src/api/trade/forex.ts'
import * as lever from '../../../src/api/trade/lever.ts'
import * as microtrade from '../../../src/api/trade/microtrade.ts'
import { coverage } from '../../../src/api/trade/orders.ts'
import * as spot from '../../../src/api/trade/spot.ts'
import * as strategy from '../../../src/api/trade/strategy.ts'
import type { Input } from '../../../src/api/wire/call.ts'
import { validateJoining } from '../../../src/machines/money/planForm.ts'
import { validateEntry } from '../../../src/machines/money/savingsForm.ts'
import { validateNow } from '../../../src/machines/money/swap-now.ts'
import { validateForexNow } from '../../../src/machines/trade/forexForm.ts'
import { freeForMargin } from '../../../src/machines/trade/leverAct.ts'
import { validateLeverNow } from '../../../src/machines/trade/leverForm.ts'
import { validateSpotNow } from '../../../src/machines/trade/spotForm.ts'
import { validateStrategyNow } from '../../../src/machines/trade/strategyForm.ts'
import { validateMicrotradeOf } from '../../../src/rules/microtrade/form.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { findPlanTier } from '../../../src/rules/plan/plan.ts'
import { findSavingsProduct } from '../../../src/rules/savings/savings.ts'
import { freeWithdrawal } from '../../../src/rules/withdrawal/withdrawal.ts'
import { bindCard, position } from '../forex/support.ts'
import { describeServer } from '../harness.ts'
import { contract, opened } from '../lever/support.ts'
import { LEAST_STAKE, order, price } from '../microtrade/support.ts'
import { wanted as hosting, planOf } from '../plan/support.ts'
import { wanted as deposit } from '../savings/support.ts'
import { spotOrder } from '../spot/support.ts'
import { grid, recurring } from '../strategy/support.ts'
import { quote } from '../swap/support.ts'
import { address, withdrawal, withPayPassword } from '../withdrawal/support.ts'
import { borrow, DUE, drain, dueAnd, MINUTE_DAYS, MOST, requestId, usdt, wire } from './support.ts'

const BTC = '40000.00'
const EUR = '1.08000'
const known = { wanted: null, days: [] }
const at = (value: string) => ({ market: 'live' as const, price: value })

/**
 * The most units that a form accepts. The check is not monotone far out, where other limits apply, so the search starts
 * from a small bound.
 */
function mostOf(takes: (units: bigint) => boolean, least = 1n): bigint {
  expect(takes(least)).toBe(true)
  let [fits, over] = [least, least * 2n]
  while (takes(over)) [fits, over] = [over, over * 2n]
  while (over - fits > 1n) {
    const between = (fits + over) / 2n
    if (takes(between)) fits = between
    else over = between
  }
  return fits
}

describeServer.onSqlite(
  'forms of a user with a loan',
  (server) => {
    /** A user with the largest loan for a week and this much available. */
    async function borrower(available: string) {
      const person = await server.person()
      await borrow(server, person.token, { amount: MOST })
      await drain(server, person.token, person.userId, available)
      server.tick('EURUSD', EUR)
      await price(server, BTC)
      const { token } = person
      const cover = async () => server.ok(coverage, {}, token)
      return { ...person, cover, wallet: async () => server.ok(getInfo, {}, token) }
    }

    type Outcome = { type: unknown; key?: string; params?: unknown }
    /** The server accepts the form's maximum and refuses one unit more because of the loan. */
    async function isExact(
      {
        takes,
        least = 1n,
        send,
      }: { takes: (units: bigint) => boolean; least?: bigint; send: (units: bigint) => Promise<Outcome> },
      key = 'loanNotCovered',
    ) {
      const most = mostOf(takes, least)
      expect(await send(most + 1n)).toMatchObject({ key })
      expect(await send(most)).toMatchObject({ type: 'ok' })
      expect(await server.ledger()).toEqual([])
      return most
    }

    it('accept the largest option that the loan leaves free', async () => {
      const { token, cover, wallet } = await borrower(dueAnd(100))
      const [payable, periods] = [await wallet(), await server.ok(microtrade.seconds, { currency: 'USDT' }, token)]
      const terms = [{ ...payable, periods, cover: await cover() }]
      const form = (amount: string) => ({ ...order({ amount }), direction: 'rise' as const })
      const most = await isExact({
        least: BigInt(LEAST_STAKE),
        takes: (units) => validateMicrotradeOf(form(String(units)), terms).values !== undefined,
        send: (units) => server.call(microtrade.submit, order({ amount: String(units) }), token),
      })
      expect(most).toBe(100n)
      expect(validateMicrotradeOf(form('101'), terms).errors.amount).toEqual({
        key: 'loanNotCovered',
        params: { limit: '100', owed: DUE, currency: 'USDT' },
      })
    })

    it('accept the largest contract', async () => {
      const { token, cover } = await borrower(dueAnd(500))
      const deal = await server.ok(lever.deal, { symbol: 'BTCUSDT' }, token)
      const offer = { ...known, deal, cover: await cover() }
      const form = (units: bigint) => ({
        ...contract({ quantity: formatMoney(units, 3) }),
        ...{ direction: 'long' as const, type: 'market' as const, price: '', takeProfit: '', stopLoss: '' },
      })
      await isExact({
        takes: (units) => validateLeverNow({ form: form(units), offer, now: at(BTC) }).values !== undefined,
        send: (units) => server.call(lever.submit, contract({ quantity: formatMoney(units, 3) }), token),
      })
    })

    it('accept the largest added margin', async () => {
      const { token, cover, wallet } = await borrower(dueAnd(500))
      const { id, currency } = await opened(server, token, { quantity: '0.01' })
      const free = freeForMargin({
        order: { currency },
        available: (await wallet()).available,
        cover: await cover(),
      } as Parameters<typeof freeForMargin>[0])
      const most = await isExact({
        takes: (units) => units <= usdt(free ?? '0'),
        send: (units) =>
          server.call(lever.addMargin, { requestId: requestId(), id, amount: formatMoney(units, 6) }, token),
      })
      expect(most).toBeGreaterThan(usdt('400'))
    })

    it('accept the largest quantity of a coin', async () => {
      const { token, cover } = await borrower(dueAnd(500))
      const pair = await server.ok(spot.pair, { symbol: 'BTCUSDT' }, token)
      const offer = { ...known, pair, cover: await cover() }
      const form = (units: bigint) => ({
        ...spotOrder({ quantity: formatMoney(units, 4) }),
        ...{ side: 'buy' as const, type: 'market' as const, timeInForce: 'gtc' as const, price: '' },
      })
      await isExact({
        takes: (units) => validateSpotNow({ form: form(units), offer, now: at(BTC) }).values !== undefined,
        send: (units) => server.call(spot.trade, spotOrder({ quantity: formatMoney(units, 4) }), token),
      })
    })

    it('accept the largest position in lots', async () => {
      const { token, userId, cover } = await borrower(dueAnd(900))
      await bindCard(server, userId)
      const pair = await server.ok(forex.pair, { symbol: 'EURUSD' }, token)
      const offer = { ...known, pair, cover: await cover() }
      const form = (units: bigint) => ({
        ...position({ lots: formatMoney(units, 2) }),
        ...{ direction: 'long' as const, type: 'market' as const, price: '', takeProfit: '', stopLoss: '' },
      })
      await isExact({
        takes: (units) => validateForexNow({ form: form(units), offer, now: at(EUR) }).values !== undefined,
        send: (units) => server.call(forex.submit, position({ lots: formatMoney(units, 2) }), token),
      })
    })

    it.each([
      ['recurring', recurring, '505'],
      ['grid', grid, '540'],
    ] as const)('take as much into a strategy, whose first orders come to no more: %s', async (type, wanted, more) => {
      const { token, cover } = await borrower(dueAnd(500))
      const loaded = { offer: await server.ok(strategy.config, {}, token), wanted: null, cover: await cover() }
      const takes = (amount: string) => {
        const form = { ...wanted({ amount }), type, days: '1', lower: '36000', upper: '44000', grids: '4' }
        return validateStrategyNow({ form, loaded, now: at(BTC) }).values !== undefined
      }
      const most = mostOf((units) => takes(formatMoney(units, 6)), usdt('400'))
      expect(most).toBe(usdt('500'))
      // Its first buys are whole units of the coin: one more of each is too much.
      expect(await server.call(strategy.submit, wanted({ amount: more }), token)).toMatchObject({
        key: 'loanNotCovered',
      })
      expect(await server.call(strategy.submit, wanted({ amount: '500' }), token)).toMatchObject({ type: 'ok' })
      expect(await server.ledger()).toEqual([])
    })

    it('accept the largest swap of borrowed money', async () => {
      const { token, cover } = await borrower(dueAnd(500))
      const offer = { ...(await server.ok(swap.flashAgainstList, {}, token)), cover: await cover() }
      const form = (units: bigint) => ({ from: 'USDT', to: 'BTC', amount: formatMoney(units, 6) })
      const prices = { market: 'live' as const, prices: { BTCUSDT: BTC } }
      const most = await isExact({
        least: usdt('100'),
        takes: (units) => validateNow({ form: form(units), offer, prices }).values !== undefined,
        send: async (units) => {
          const { id } = await quote(server, token, { amount: formatMoney(units, 6) })
          return server.call(swap.flashAgainst, { requestId: requestId(), id }, token)
        },
      })
      expect(most).toBe(usdt('500'))
    })

    it('accept the largest fixed-term deposit: own money, including the value of coins', async () => {
      const { token, userId, cover } = await borrower(dueAnd(300))
      await give(userId, 'BTC', 500_000n)
      const offer = { ...(await server.ok(savings.config, {}, token)), cover: await cover() }
      const form = (units: bigint) => ({ product: 'USDT-7', amount: formatMoney(units, 6), renew: false })
      const most = await isExact(
        {
          least: usdt(findSavingsProduct('USDT-7')?.min ?? ''),
          takes: (units) => validateEntry({ form: form(units), offer })?.values !== undefined,
          send: (units) => server.call(savings.place, deposit({ amount: formatMoney(units, 6) }), token),
        },
        'loanHosting',
      )
      expect(most).toBe(usdt('500'))
      expect(validateEntry({ form: form(most + 1n), offer })?.errors.amount).toMatchObject({ key: 'loanHosting' })
    })

    it.each([
      ['one’s own', dueAnd(1_000), 0n, 'loanHosting'],
      ['what of it the worst days leave covered', dueAnd(60), 100_000_000n, 'loanNotCovered'],
    ])('host as much in a plan: %s', async (_, available, coins, key) => {
      const { token, userId, cover, wallet } = await borrower(available)
      if (coins > 0n) await give(userId, 'BTC', coins)
      const offer = { plan: await planOf(server, token), days: [], ...(await wallet()), cover: await cover() }
      const amount = (units: bigint) => formatMoney(units, 6)
      const most = await isExact(
        {
          least: usdt(findPlanTier('1')?.min ?? ''),
          takes: (units) =>
            validateJoining({ tier: '1', form: { amount: amount(units) }, offer })?.values !== undefined,
          send: async (units) =>
            server.call(
              plan.order,
              (await hosting(server, token, { amount: amount(units) })) as Input<typeof plan.order>,
              token,
            ),
        },
        key,
      )
      expect(validateJoining({ tier: '1', form: { amount: '' }, offer })?.most).toBe(amount(most))
    })

    it('accept the largest withdrawal, and show what must stay', async () => {
      const { token, userId } = await borrower(dueAnd(500))
      await withPayPassword(server, userId)
      const addressId = await address(server, token)
      const { currencies, owed } = await server.ok(conditions, {}, token)
      expect(owed).toBe(wire(usdt(DUE)))
      const limits = currencies.find(({ currency }) => currency === 'USDT') ?? expect.fail('no USDT')
      const most = await isExact(
        {
          takes: (units) => units <= usdt(freeWithdrawal(limits)),
          send: (units) => server.call(out, withdrawal(addressId, { amount: formatMoney(units, 6) }), token),
        },
        'loanOpen',
      )
      expect(most).toBe(usdt('500'))
    })

    /** Gives a user an amount of a coin, in minor units. */
    const give = (user: string, currency: string, amount: bigint) =>
      commitFor(server.platform, user, (unit) =>
        post(unit, {
          cause: 'adjustment',
          causeId: `gift to ${user}`,
          step: 'adjust',
          currency,
          lines: [
            { account: { user, kind: 'available' }, amount },
            { account: { platform: 'adjustments' }, amount: -amount },
          ],
        }),
      )
  },
  { env: { ...MINUTE_DAYS, PAYOUT_SECONDS: '1' } },
)
