import * as api from '../../src/api/trade/forex.ts'
import { forexMachine } from '../../src/machines/orders/forex.ts'
import { metaOf, statesOf } from '../../src/machines/orders/life.ts'
import { FOREX_COLLATERAL } from '../../src/rules/forex/forex.ts'
import { validateForex } from '../../src/rules/forex/form.ts'
import { LOT_UNIT, pairBy, stopOutBy } from '../../src/rules/forex/pairs.ts'
import { cardBound, hasBankCard } from '../bank/module.ts'
import { knownBefore } from '../kyc/module.ts'
import { walletOf } from '../ledger/module.ts'
import { chainWithin, type Prices } from '../market/module.ts'
import { gapChainsOf, losingPercent, ordersOf, requireOrder } from '../orders/module.ts'
import { shownRules } from '../platform/config.ts'
import type { Db } from '../platform/database/database.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { active } from '../user/module.ts'
import { cancelForex, closeForex, formOf, requirePair, setStopOfForex, shownOf, submitForex } from './acts.ts'
import { haltOf, prefetchHalt } from './halts.ts'
import { forexKind } from './kind.ts'
import { metOf, timeOfNothing, timeOfRate, timesOf, toWire } from './order.ts'

const availableOf = async (db: Db, userId: string) => (await walletOf(db, userId, FOREX_COLLATERAL))?.available ?? '0'

/** The states of these codes of the trade list and of foreign exchange. */
const statesIn = (list: number | undefined, status: number | undefined) =>
  statesOf(forexMachine).filter((state) => {
    const meta = metaOf(forexMachine, state)
    return (list ?? meta.list) === meta.list && (status ?? meta.status) === meta.status
  })

/** Maximum number of live positions of a pair next to its form. */
const LIVE_MAX = 100
/** Cost points of a receipt whose ticks are read. */
const RECEIPT_COST = 3

export const forexRoutes = (prices: Prices): readonly Route[] => [
  route(api.submit, {
    needs: [knownBefore('trading'), active, cardBound],
    prefetch: ({ input }) => [prefetchHalt(input.symbol)],
    handle: async ({ unit, session, input }) => toWire(await submitForex(unit, prices, session.userId, input)),
  }),
  route(api.close, {
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await closeForex(unit, prices, session.userId, input)),
  }),
  route(api.setStop, {
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await setStopOfForex(unit, prices, session.userId, input)),
  }),

  route(api.cancel, {
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await cancelForex(unit, prices, session.userId, input)),
  }),

  route(api.pair, async ({ platform, session: { userId }, input: { symbol } }) => {
    const { db, clock, config } = platform
    const pair = requirePair(prices, symbol)
    const { price, rate } = shownOf(prices, pair)
    const live = { where: { symbol }, states: statesIn(0, undefined) }
    return {
      symbol,
      currency: FOREX_COLLATERAL,
      available: await availableOf(db, userId),
      lot: pair.lot,
      unit: LOT_UNIT,
      max: pair.maxLots,
      pip: pair.pip,
      spread: pair.spread,
      leverage: pairBy(config.RULES, pair).leverage,
      stopOutBps: stopOutBy(config.RULES),
      rules: shownRules(config),
      losing: await losingPercent(platform, prices),
      swap: { ...pair.swap },
      via: pair.via ?? null,
      price: price || null,
      rate: rate || null,
      cardBound: await hasBankCard(readFrom({ db, clock }), userId),
      closed: (await haltOf(db, symbol)) ?? (prices.state(symbol) === 'closed' ? ('marketClosed' as const) : null),
      orders: (await ordersOf(db, forexKind, userId, live, LIVE_MAX)).map(toWire),
    }
  }),

  route(api.list, async ({ platform: { db }, session, input: { list, status, symbol, before, limit } }) => {
    const filter = { before, where: { symbol }, states: statesIn(list, status) }
    return (await ordersOf(db, forexKind, session.userId, filter, limit)).map(toWire)
  }),

  route(api.preview, async ({ platform: { db, config }, session, input }) => {
    const pair = requirePair(prices, input.symbol)
    const own = { available: await availableOf(db, session.userId), rules: config.RULES }
    const known = { ...own, ...shownOf(prices, pair) }
    const { errors, summary } = validateForex(formOf(input), known)
    return { errors, summary: summary ?? null }
  }),

  route(api.receipt, {
    cost: () => RECEIPT_COST,
    handle: async ({ platform: { db }, session, input }) => {
      const order = await requireOrder(db, forexKind, session.userId, input.id)
      const { symbol, via } = order
      const met = await metOf(db, order)
      const ofRate = timeOfRate(order, met ?? null)
      return {
        order: toWire(order),
        proofs: await Promise.all(timesOf(order).map((times) => chainWithin(db, symbol, ...times))),
        rateProof: ofRate && (await chainWithin(db, via ?? symbol, ...ofRate)),
        gapProofs: await gapChainsOf(db, order),
        decided: met === undefined ? null : await chainWithin(db, symbol, ...timeOfNothing(order, met)),
      }
    },
  }),
]
