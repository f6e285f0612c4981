import type { Input } from '../../src/api/call.ts'
import { Refusal } from '../../src/api/messages.ts'
import * as api from '../../src/api/microtrade.ts'
import { microtradeMachine } from '../../src/machines/orders/microtrade.ts'
import { periods, stakeLimits } from '../../src/rules/microtrade.ts'
import { walletsOf } from '../ledger/index.ts'
import { chainBetween } from '../market/index.ts'
import type { Platform } from '../platform/context.ts'
import { type Route, route } from '../platform/route.ts'
import { buy, type Prices } from './microtrade.ts'
import { type MicrotradeRow, toWire } from './order.ts'
import { orderOf, ordersOf } from './sql.ts'

/** The states of each code of the trade list. */
const statesOf = (list: number) =>
  Object.values(microtradeMachine.states)
    .filter((state) => state.meta?.list === list)
    .map((state) => state.key as MicrotradeRow['state'])

const page = async (
  platform: Platform,
  userId: string,
  kind: MicrotradeRow['kind'],
  input: Input<typeof api.lists>,
) => {
  const { list, symbol, before, limit } = input
  const filter = { symbol, before, ...(list !== undefined && { states: statesOf(list) }) }
  return (await ordersOf(platform.db, userId, kind, filter, limit)).map(toWire)
}

export const microtradeRoutes = (prices: Prices): readonly Route[] => [
  route(api.seconds, async ({ input }) => {
    const limits = stakeLimits.find(({ currency }) => currency === input.currency)
    if (!limits) throw new Refusal('wrongCurrency')
    return periods.map((period) => ({ ...period, ...limits }))
  }),

  route(api.payableCurrencies, async ({ platform, session }) => {
    const wallets = await walletsOf(platform.db, session.userId)
    return stakeLimits.map((limits) => ({
      ...limits,
      available: wallets.find(({ currency }) => currency === limits.currency)?.available ?? '0',
    }))
  }),

  route(api.submit, async ({ unit, session, input }) =>
    toWire(await buy(unit, prices, session.userId, 'crypto', input)),
  ),
  route(api.whsubmit, async ({ unit, session, input }) => toWire(await buy(unit, prices, session.userId, 'wh', input))),
  route(api.lists, ({ platform, session, input }) => page(platform, session.userId, 'crypto', input)),
  route(api.whlists, ({ platform, session, input }) => page(platform, session.userId, 'wh', input)),

  route(api.receipt, async ({ platform, session, input }) => {
    const order = await orderOf(platform.db, session.userId, input.id)
    if (!order) throw new Refusal('dataNotFound')
    const { symbol, open_seq, close_seq } = order
    const chain =
      open_seq === null || close_seq === null
        ? { previousHash: null, before: null, ticks: [], after: null }
        : await chainBetween(platform.db, symbol, Number(open_seq), Number(close_seq))
    return { order: toWire(order), ...chain }
  }),
]
