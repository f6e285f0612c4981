import * as api from '../../src/api/trade/spot.ts'
import { metaOf, statesOf } from '../../src/machines/orders/life.ts'
import { spotMachine } from '../../src/machines/orders/spot.ts'
import { type BookLevel, bestOf, levelsOf } from '../../src/rules/market/book.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { SPOT_BOUND_BPS, SPOT_FEE_BPS } from '../../src/rules/market/pairs.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { LIVE_MAX } from '../../src/rules/orders/order-list.ts'
import { validateSpotBehind } from '../../src/rules/spot/form.ts'
import { legsOf, QUOTE } from '../../src/rules/spot/spot.ts'
import { knownBefore } from '../kyc/module.ts'
import { walletOf } from '../ledger/module.ts'
import { chainWithin, currentPrice, newestTick, type Prices, tickToWire } from '../market/module.ts'
import { ordersOf, requireOrder } from '../orders/module.ts'
import type { Db } from '../platform/database/database.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { active } from '../user/module.ts'
import { spotKind } from './kind.ts'
import { prefetchUnfilled, readUnfilled, timeOfEnd, timesOfFills, toWire } from './order.ts'
import { haltOf, prefetchSwitches, sellHaltOf } from './switches.ts'
import { cancelSpot, formOf, requirePair, tradeSpot } from './trade.ts'

const availableOf = async (db: Db, userId: string, currency: string) => ({
  currency,
  available: (await walletOf(db, userId, currency))?.available ?? '0',
})

/** The states of each code of the trade list. */
const statesIn = (list: number) => statesOf(spotMachine).filter((state) => metaOf(spotMachine, state).list === list)

/** Cost points of a receipt whose ticks are read. */
const RECEIPT_COST = 5

export const spotRoutes = (prices: Prices): readonly Route[] => [
  route(api.trade, {
    needs: [knownBefore('trading'), active],
    prefetch: ({ session: { userId }, input }) => [
      ...prefetchSwitches(input.symbol, input.side),
      prefetchUnfilled(userId, input),
    ],
    handle: async ({ unit, session, input }) => toWire(await tradeSpot(unit, prices, session.userId, input)),
  }),
  route(api.cancel, {
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await cancelSpot(unit, prices, session.userId, input)),
  }),

  route(api.list, async ({ platform: { db }, session, input: { list, symbol, strategy, before, limit } }) => {
    const filter = {
      before,
      where: { symbol, strategy_id: strategy },
      ...(list !== undefined && { states: statesIn(list) }),
    }
    return (await ordersOf(db, spotKind, session.userId, filter, limit)).map(toWire)
  }),

  route(api.pair, async ({ platform: { db }, session: { userId }, input: { symbol } }) => {
    const { unit, max } = requirePair(prices, symbol)
    const { base, scale } = instrumentOf(symbol)
    const { price } = prices.last(symbol)
    const shown = (side: 'bid' | 'ask') => (price > 0n ? formatMoney(bestOf(symbol, side, price), scale) : null)
    return {
      symbol,
      base: await availableOf(db, userId, base),
      quote: await availableOf(db, userId, QUOTE),
      price: currentPrice(prices, symbol) || null,
      bid: shown('bid'),
      ask: shown('ask'),
      unit,
      max,
      feeBps: SPOT_FEE_BPS,
      boundBps: SPOT_BOUND_BPS,
      closed: (await haltOf(db, symbol)) ?? (prices.state(symbol) === 'closed' ? ('marketClosed' as const) : null),
      sellsClosed: (await sellHaltOf(db, symbol)) ?? null,
      orders: (await ordersOf(db, spotKind, userId, { ended: false, where: { symbol } }, LIVE_MAX)).map(toWire),
    }
  }),

  route(api.book, async ({ platform: { db }, input: { symbol } }) => {
    requirePair(prices, symbol)
    const tick = await newestTick(db, symbol)
    if (!tick) return { tick: null, bids: [], asks: [] }
    const shown = (levels: readonly BookLevel[]) => levels.map((level) => levelToWire(symbol, level))
    return {
      tick: tickToWire(tick),
      bids: shown(levelsOf(symbol, 'bid', tick)),
      asks: shown(levelsOf(symbol, 'ask', tick)),
    }
  }),

  route(api.preview, async ({ platform, session: { userId }, input }) => {
    requirePair(prices, input.symbol)
    const form = formOf(input)
    const { available } = await availableOf(platform.db, userId, legsOf(form.symbol, form.side).gives)
    const live = await readUnfilled(readFrom(platform), userId, form)
    const { errors, summary } = validateSpotBehind(form, { available, price: currentPrice(prices, input.symbol), live })
    return { errors, summary: summary ?? null }
  }),

  route(api.receipt, {
    cost: () => RECEIPT_COST,
    handle: async ({ platform: { db }, session, input }) => {
      const order = await requireOrder(db, spotKind, session.userId, input.id)
      const proofs = await Promise.all(timesOfFills(order).map((times) => chainWithin(db, order.symbol, ...times)))
      const end = await timeOfEnd(db, order)
      return { order: toWire(order), proofs, decided: end && (await chainWithin(db, order.symbol, ...end)) }
    },
  }),
]

function levelToWire(symbol: string, { price, quantity }: BookLevel) {
  const { scale, quantityScale } = instrumentOf(symbol)
  return { price: formatMoney(price, scale), quantity: formatMoney(quantity, quantityScale) }
}
