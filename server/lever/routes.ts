import * as api from '../../src/api/trade/lever.ts'
import { leverMachine } from '../../src/machines/orders/lever.ts'
import { metaOf, statesOf } from '../../src/machines/orders/life.ts'
import { validateLever } from '../../src/rules/lever/form.ts'
import { COLLATERAL } from '../../src/rules/lever/lever.ts'
import {
  contractBy,
  deliveryOf,
  HEADROOM_BPS,
  LEVER_FEE_BPS,
  LIQUIDATION_FEE_BPS,
  leverages,
} from '../../src/rules/lever/terms.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { LIVE_MAX } from '../../src/rules/orders/order-list.ts'
import { knownBefore } from '../kyc/module.ts'
import { walletOf } from '../ledger/module.ts'
import { chainWithin, currentPrice, type Prices } from '../market/module.ts'
import { gapChainsOf, losingPercent, ordersOf, requireOrder } from '../orders/module.ts'
import { shownRules } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import type { Db } from '../platform/database/database.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { active } from '../user/module.ts'
import { addMarginToLever, cancelLever, closeAllLevers, closeLever, setStopOfLever } from './acts.ts'
import { haltOf, prefetchHalt } from './halts.ts'
import { leverKind } from './kind.ts'
import { exposures, timeOfNothing, timesOf, toWire } from './order.ts'
import { formOf, requireContract, submitLever } from './submit.ts'
import { liveSumsOf, profitOfSum } from './sums.ts'

const mayTrade = [knownBefore('trading'), active]
const money = (amount: bigint) => formatMoney(amount, currencyOf(COLLATERAL).scale)
const availableOf = async (db: Db, userId: string) => (await walletOf(db, userId, COLLATERAL))?.available ?? '0'

/** The notional of a user's live contracts on a symbol, as a decimal of the collateral. */
const exposureOn = async (platform: Pick<Platform, 'db' | 'clock'>, userId: string, symbol: string) =>
  money((await readFrom(platform).read(exposures, userId)).get(symbol) ?? 0n)

/** The states of each code of the trade list. */
const statesIn = (list: number) => statesOf(leverMachine).filter((state) => metaOf(leverMachine, state).list === list)

/** Cost points of summing all live contracts. */
const DEAL_ALL_COST = 5
/** Cost points of a receipt whose ticks are read. */
const RECEIPT_COST = 5

export const leverRoutes = (prices: Prices): readonly Route[] => [
  route(api.submit, {
    needs: mayTrade,
    prefetch: ({ input }) => [prefetchHalt(input.symbol)],
    handle: async ({ unit, session, input }) => toWire(await submitLever(unit, prices, session.userId, input)),
  }),
  route(api.close, {
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await closeLever(unit, prices, session.userId, input)),
  }),
  route(api.setStop, {
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await setStopOfLever(unit, prices, session.userId, input)),
  }),
  route(api.cancel, {
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await cancelLever(unit, prices, session.userId, input)),
  }),
  route(api.addMargin, {
    needs: mayTrade,
    handle: async ({ unit, session, input }) => toWire(await addMarginToLever(unit, prices, session.userId, input)),
  }),
  route(api.closeAll, {
    needs: [active],
    handle: async ({ unit, session, input }) =>
      (await closeAllLevers(unit, prices, session.userId, input.symbol)).map(toWire),
  }),

  route(api.deal, async ({ platform, session, input: { symbol } }) => {
    const { db, clock, config } = platform
    const { contract, instrument } = requireContract(prices, symbol)
    const delivery = deliveryOf(instrument, clock.now())
    const isClosed = prices.state(symbol) === 'closed' || (delivery !== null && clock.now() >= delivery)
    return {
      symbol,
      currency: COLLATERAL,
      available: await availableOf(db, session.userId),
      price: currentPrice(prices, symbol) || null,
      unit: contract.unit,
      max: contract.max,
      feeBps: LEVER_FEE_BPS,
      liquidationFeeBps: LIQUIDATION_FEE_BPS,
      headroomBps: HEADROOM_BPS,
      leverages: [...leverages],
      tiers: [...contractBy(config.RULES, contract).tiers],
      rules: shownRules(config),
      losing: await losingPercent(platform, prices),
      closed: (await haltOf(db, symbol)) ?? (isClosed ? ('marketClosed' as const) : null),
      exposure: await exposureOn({ db, clock }, session.userId, symbol),
      orders: (await ordersOf(db, leverKind, session.userId, { ended: false, where: { symbol } }, LIVE_MAX)).map(
        toWire,
      ),
    }
  }),

  route(api.dealAll, {
    cost: () => DEAL_ALL_COST,
    handle: async ({ platform: { db }, session }) => {
      const sums = await liveSumsOf(db, session.userId)
      const sum = (of: (each: (typeof sums)[number]) => bigint) => money(sums.reduce((all, each) => all + of(each), 0n))
      return {
        currency: COLLATERAL,
        margin: sum(({ margin }) => margin),
        reserve: sum(({ reserve }) => reserve),
        profit: sum((each) => {
          const { price } = prices.last(each.symbol)
          return price > 0n ? profitOfSum(each, price) : 0n
        }),
        orders: (await ordersOf(db, leverKind, session.userId, { ended: false }, LIVE_MAX)).map(toWire),
      }
    },
  }),

  route(api.myTrade, async ({ platform: { db }, session, input: { list, symbol, before, limit } }) => {
    const filter = { before, where: { symbol }, ...(list !== undefined && { states: statesIn(list) }) }
    return (await ordersOf(db, leverKind, session.userId, filter, limit)).map(toWire)
  }),

  route(api.preview, async ({ platform: { db, clock, config }, session, input }) => {
    requireContract(prices, input.symbol)
    const price = currentPrice(prices, input.symbol)
    const [available, exposure] = await Promise.all([
      availableOf(db, session.userId),
      exposureOn({ db, clock }, session.userId, input.symbol),
    ])
    const terms = { available, price, exposure, rules: config.RULES }
    const { errors, summary } = validateLever(formOf(input), terms)
    return { errors, summary: summary ?? null }
  }),

  route(api.receipt, {
    cost: () => RECEIPT_COST,
    handle: async ({ platform: { db }, session, input }) => {
      const order = await requireOrder(db, leverKind, session.userId, input.id)
      const nothing = timeOfNothing(order)
      return {
        order: toWire(order),
        proofs: await Promise.all(timesOf(order).map((times) => chainWithin(db, order.symbol, ...times))),
        gapProofs: await gapChainsOf(db, order),
        decided: nothing && (await chainWithin(db, order.symbol, ...nothing)),
      }
    },
  }),
]
