import * as api from '../../src/api/trade/strategy.ts'
import type { Output } from '../../src/api/wire/call.ts'
import { QUOTE } from '../../src/rules/spot/spot.ts'
import { STRATEGIES_MAX } from '../../src/rules/strategy/strategy.ts'
import { knownBefore } from '../kyc/module.ts'
import { walletOf } from '../ledger/module.ts'
import type { MarketView } from '../market/module.ts'
import { liveOf, ordersOf } from '../orders/module.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { CallLimit } from '../platform/http/rules.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { active } from '../user/module.ts'
import { pause, resume, stop, submit } from './acts.ts'
import { strategyKind } from './kind.ts'
import { toWire } from './order.ts'
import { preview } from './preview.ts'

/** Limit of starts an hour: a grid places up to twenty orders at once, each a row that is never deleted. */
const placeLimit: CallLimit = { name: 'strategy', per: 'user', points: 60, seconds: 3_600 }
/** Cost points of placing all orders of a grid. */
const PLACE_COST = 5

/** Cost points of replaying a thousand bars. */
const PREVIEW_COST = 5

/** The calls of strategies. */
export const strategyRoutes = (prices: MarketView): readonly Route[] => [
  route(api.config, async ({ platform, session: { userId } }): Promise<Output<typeof api.config>> => {
    const live = await liveOf(readFrom(platform), strategyKind, userId)
    return {
      daySeconds: platform.config.PAPER_DAY_SECONDS,
      available: (await walletOf(platform.db, userId, QUOTE))?.available ?? '0',
      live: live.length,
      max: STRATEGIES_MAX,
    }
  }),
  route(api.submit, {
    limits: [placeLimit],
    cost: () => PLACE_COST,
    needs: [knownBefore('trading'), active],
    handle: async ({ unit, session, input }) => toWire(await submit(unit, prices, session.userId, input)),
  }),
  route(api.preview, {
    cost: () => PREVIEW_COST,
    handle: ({ platform, session: { userId }, input }) => preview(platform, prices, userId, input),
  }),
  route(api.list, async ({ platform: { db }, session, input: { id, list, before, limit } }) => {
    const filter = { before, where: { id }, ...(list !== undefined && { ended: list === 1 }) }
    return (await ordersOf(db, strategyKind, session.userId, filter, limit)).map(toWire)
  }),
  route(api.pause, {
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await pause(unit, prices, session.userId, input)),
  }),
  route(api.resume, {
    limits: [placeLimit],
    cost: () => PLACE_COST,
    needs: [knownBefore('trading'), active],
    handle: async ({ unit, session, input }) => toWire(await resume(unit, prices, session.userId, input)),
  }),
  route(api.stop, {
    needs: [active],
    handle: async ({ unit, session, input }) => toWire(await stop(unit, prices, session.userId, input)),
  }),
]
