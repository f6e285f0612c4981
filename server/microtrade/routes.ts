import * as api from '../../src/api/trade/microtrade.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { metaOf, statesOf as statesIn } from '../../src/machines/orders/life.ts'
import { microtradeMachine } from '../../src/machines/orders/microtrade.ts'
import { findInstrument } from '../../src/rules/market/instruments.ts'
import { periods, stakeLimits } from '../../src/rules/microtrade/microtrade.ts'
import { profileOf } from '../../src/rules/profiles/profile.ts'
import { knownBefore } from '../kyc/module.ts'
import { walletsOf } from '../ledger/module.ts'
import { chainBetween, chainWithin } from '../market/module.ts'
import { ordersOf, requireOrder } from '../orders/module.ts'
import type { Platform } from '../platform/context.ts'
import { type Route, route } from '../platform/http/route.ts'
import { active } from '../user/module.ts'
import { buy, kindOf, type Prices } from './buy.ts'
import { microtradeKind, timeOfNothing } from './kind.ts'
import { type MicrotradeRow, toWire } from './order.ts'

/** The states of each code of the trade list. */
const statesOf = (list: number) =>
  statesIn(microtradeMachine).filter((state) => metaOf(microtradeMachine, state).list === list)

const page = async (
  { db }: Platform,
  userId: string,
  kind: MicrotradeRow['kind'],
  { list, symbol, before, limit }: Input<typeof api.lists>,
) => {
  const instrument = symbol === undefined ? undefined : findInstrument(symbol)
  if (instrument && kindOf(instrument) !== kind) return []
  const filter = {
    before,
    where: instrument ? { symbol } : { kind, symbol },
    ...(list !== undefined && { states: statesOf(list) }),
  }
  return (await ordersOf(db, microtradeKind, userId, filter, limit)).map(toWire)
}

const mayTrade = [knownBefore('trading'), active]

export const microtradeRoutes = (prices: Prices): readonly Route[] => [
  route(api.seconds, async ({ platform: { config }, input }) => {
    const limits = stakeLimits.find(({ currency }) => currency === input.currency)
    if (!limits) throw new Refusal('wrongCurrency')
    if (!profileOf(config.RULES).timedOptions) return []
    return periods.map((period) => ({ ...period, ...limits }))
  }),

  route(api.payableCurrencies, async ({ platform, session }) => {
    const wallets = await walletsOf(platform.db, session.userId)
    return stakeLimits.map((limits) => ({
      ...limits,
      available: wallets.find(({ currency }) => currency === limits.currency)?.available ?? '0',
    }))
  }),

  route(api.submit, {
    needs: mayTrade,
    handle: async ({ unit, session, input }) => toWire(await buy(unit, prices, session.userId, 'crypto', input)),
  }),
  route(api.whsubmit, {
    needs: mayTrade,
    handle: async ({ unit, session, input }) => toWire(await buy(unit, prices, session.userId, 'wh', input)),
  }),
  route(api.lists, ({ platform, session, input }) => page(platform, session.userId, 'crypto', input)),
  route(api.whlists, ({ platform, session, input }) => page(platform, session.userId, 'wh', input)),

  route(api.receipt, async ({ platform, session, input }) => {
    const order = await requireOrder(platform.db, microtradeKind, session.userId, input.id)
    const { symbol, open_seq, close_seq } = order
    const chain =
      open_seq !== null && close_seq !== null
        ? await chainBetween(platform.db, symbol, Number(open_seq), Number(close_seq))
        : order.state === 'unexpected'
          ? await chainWithin(platform.db, symbol, ...timeOfNothing(order))
          : { previousHash: null, before: null, ticks: [], after: null }
    return { order: toWire(order), ...chain }
  }),
]
