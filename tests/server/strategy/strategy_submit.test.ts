import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blocksLeaving } from '../../../server/leaving.ts'
import { modules } from '../../../server/modules.ts'
import { readFrom } from '../../../server/platform/unit/defer.ts'
import { getInfo } from '../../../src/api/money/wallet.ts'
import * as spot from '../../../src/api/trade/spot.ts'
import * as api from '../../../src/api/trade/strategy.ts'
import { pairOf } from '../../../src/rules/market/pairs.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { STRATEGIES_MAX, STRATEGY_ORDER_MIN } from '../../../src/rules/strategy/strategy.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { testMoneyCall } from '../kit/money-call.ts'
import { createSaboteur } from '../sabotage.ts'
import { registered } from '../security/support.ts'
import { usdt } from '../spot/support.ts'
import {
  buyOf,
  grid,
  hold,
  MINUTE_DAYS,
  now,
  ordersOf,
  price,
  recurring,
  requestId,
  settle,
  started,
} from './support.ts'

const saboteur = createSaboteur()

describeServer(
  'strategy/submit as a call that moves money',
  (server) => {
    testMoneyCall(server, saboteur, {
      call: api.submit,
      input: async (_, __, change = {}) => {
        await price(server, '40000.00')
        return grid(change)
      },
      other: { amount: '1001' },
      // Each holds the most that its four steps can buy.
      most: { change: { amount: '2500' }, count: 4, refusal: 'insufficientBalance' },
    })
  },
  { plugins: [saboteur.plugin] },
)

describeServer.onSqlite(
  'strategy/submit',
  (server) => {
    let token: string
    let userId: string
    beforeEach(async () => {
      ;({ token, userId } = await server.person())
      await price(server, '40000.00')
    })
    afterEach(async () => {
      expect(await createInvariants().check(server.platform.db)).toEqual([])
    })
    const submit = (sent: Record<string, unknown>) => server.call(api.submit, sent, token)

    it('starts a grid with an order for each level, which reserve their maximum cost', async () => {
      const { id, steps } = await started(server, token, grid())
      // Each price is the one before it times the fourth root of 44,000 / 36,000.
      expect(steps.map(({ low, high }) => [low, high])).toEqual([
        ['36000.00', '37852.10'],
        ['37852.10', '39799.49'],
        ['39799.49', '41847.07'],
        ['41847.07', '44000.00'],
      ])
      const orders = await ordersOf(server, token, id)
      expect(orders.map(({ side, type, price: at, quantity }) => [side, type, at, quantity])).toEqual([
        ['buy', 'limit', '36000.00', '0.00690'],
        ['buy', 'limit', '37852.10', '0.00650'],
        ['buy', 'limit', '39799.49', '0.00620'],
        ['buy', 'limit', '41847.07', '0.00590'],
      ])
      const { frozen } = await server.ok(getInfo, { currency: 'USDT' }, token)
      expect(Number(frozen)).toBeCloseTo(
        orders.reduce((sum, { held }) => sum + Number(held), 0),
        6,
      )
      expect(Number(frozen)).toBeLessThanOrEqual(1_000)
      // Its open order is an unfinished trade, like a person's own order.
      expect(await blocksLeaving(modules, readFrom(server.platform), userId)).toContain('unfinishedTrades')
    })

    it('starts a recurring buy with its first order, of at most its amount, and reserves nothing in between', async () => {
      const { id, nextAt } = await started(server, token, recurring())
      expect(nextAt).toBe(server.clock.now() + 60_000)
      const { coins, paid } = buyOf()
      await settle(server, '40000.00')
      expect(await now(server, token, id)).toMatchObject({
        buys: 1,
        spent: usdt(paid),
        coins: formatMoney(coins, 5),
        missed: 0,
      })
      expect(await server.ok(getInfo, { currency: 'USDT' }, token)).toMatchObject({ frozen: '0.000000' })
      expect(await blocksLeaving(modules, readFrom(server.platform), userId)).not.toContain('unfinishedTrades')
      const [order] = await ordersOf(server, token, id)
      expect(await server.ok(spot.receipt, { id: order?.id ?? '' }, token)).toMatchObject({ order: { strategyId: id } })
    })

    it('is refused with the reason, by field', async () => {
      /** A cent below the minimum of this many orders. */
      const below = (orders: number) => (Number(STRATEGY_ORDER_MIN) * orders - 0.01).toFixed(2)
      const wrong: [string, Record<string, unknown>][] = [
        ['pairNotFound', recurring({ symbol: 'NOUSDT' })],
        ['throughUsdt', recurring({ symbol: 'ETHBTC' })],
        ['pairNotActivated', recurring({ symbol: 'EURUSD' })],
        ['wrongAmount', recurring({ amount: '0' })],
        ['belowMinimum', recurring({ amount: below(1) })],
        ['aboveMaximum', recurring({ amount: String(Number(pairOf('BTCUSDT').max) * 45_000) })],
        ['insufficientBalance', recurring({ amount: '10001' })],
        ['wrongPeriod', recurring({ days: 2 })],
        ['requestExpired', recurring({ confirmBy: server.clock.now() - 1 })],
        ['belowMinimum', grid({ amount: below(4) })],
        ['wrongRange', grid({ lower: '40000' })],
        ['wrongRange', grid({ upper: '40000' })],
        ['wrongRange', grid({ lower: '44000', upper: '36000' })],
        // A step of a thousandth does not pay for two fees of a thousandth.
        ['gridTooFine', grid({ lower: '39900', upper: '40100', grids: 5 })],
        ['insufficientBalance', grid({ amount: '10001' })],
      ]
      await price(server, '1.10000', 'EURUSD')
      await price(server, '40000.00')
      for (const [key, sent] of wrong) expect(await submit(sent), JSON.stringify(sent)).toMatchObject({ key })
      expect(await server.ok(api.list, {}, token)).toEqual([])
      expect(await server.ok(spot.list, {}, token)).toEqual([])
    })

    it('is refused above the maximum number of running strategies', async () => {
      for (let number = 0; number < STRATEGIES_MAX; number++) await server.ok(api.submit, recurring(), token)
      expect(await submit(recurring())).toMatchObject({
        key: 'strategiesReached',
        params: { limit: String(STRATEGIES_MAX) },
      })
    })

    it('is refused without a live price, without effect', async () => {
      server.clock.jump(STALE_AFTER_MS)
      await server.clock.advance(1_000)
      expect(await submit(recurring())).toMatchObject({ key: 'tradingClosed' })
      expect(await server.ok(api.list, {}, token)).toEqual([])
      await hold(server, '40000.00', 2)
    })
  },
  { env: MINUTE_DAYS },
)

describe('strategy/submit with verification required', () => {
  describeServer.onSqlite(
    'of whom nobody is known by name',
    (server) => {
      it('is refused', async () => {
        const token = await registered(server, 'nameless')
        await price(server, '40000.00')
        expect(await server.call(api.submit, recurring({ requestId: requestId() }), token)).toMatchObject({
          key: 'verifyNameFirst',
        })
      })
    },
    { env: { REAL_NAME: 'trading' } },
  )
})
