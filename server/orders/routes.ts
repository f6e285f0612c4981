import * as api from '../../src/api/trade/orders.ts'
import type { Output } from '../../src/api/wire/call.ts'
import { walletsOf } from '../ledger/module.ts'
import { kindsOf } from '../order-kind.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { listOfAll, totalsOfAll } from './among-all.ts'
import { coverOf } from './coverage.ts'

/** Cost points of reading a user's whole order history. */
const TOTALS_COST = 10

/** The calls about orders of every kind. */
export const orderRoutes: readonly Route[] = [
  route(
    api.list,
    async ({ platform: { db, modules }, session, input: { list, limit, ...filter } }) =>
      (await listOfAll(
        db,
        kindsOf(modules),
        session.userId,
        { ...filter, ...(list !== undefined && { ended: list === 1 }) },
        limit,
      )) as Output<typeof api.list>,
  ),
  route(api.totals, {
    cost: () => TOTALS_COST,
    handle: ({ platform: { db, modules }, session, input }) => totalsOfAll(db, kindsOf(modules), session.userId, input),
  }),
  route(api.coverage, async ({ platform, session: { userId } }) =>
    coverOf(platform.modules, readFrom(platform), await walletsOf(platform.db, userId), {
      userId,
      nowMs: platform.clock.now(),
    }),
  ),
]
