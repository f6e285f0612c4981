import { object, optional, picklist } from 'valibot'
import * as api from '../../src/api/trade/orders.ts'
import type { Output } from '../../src/api/wire/call.ts'
import { walletsOf } from '../ledger/module.ts'
import type { OrderKind } from '../order-kind.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { listOfAll, totalsOfAll } from './among-all.ts'
import { coverOf } from './coverage.ts'

/** Cost points of reading a user's whole order history. */
const TOTALS_COST = 10

/** The entries of a filter, whose kind is one of these. */
const ofKinds = <Entries extends object>(entries: Entries, kinds: readonly OrderKind[]): Entries => ({
  ...entries,
  kind: optional(picklist(kinds.flatMap(({ name, listing }) => (listing ? [name] : [])))),
})

/** The calls on orders of all kinds. */
export const orderRoutes = (kinds: readonly OrderKind[]): readonly Route[] => [
  route(
    { ...api.list, input: object(ofKinds(api.list.input.entries, kinds)) },
    async ({ platform: { db }, session, input: { list, limit, ...filter } }) =>
      (await listOfAll(
        db,
        kinds,
        session.userId,
        { ...filter, ...(list !== undefined && { ended: list === 1 }) },
        limit,
      )) as Output<typeof api.list>,
  ),
  route(
    { ...api.totals, input: object(ofKinds(api.totals.input.entries, kinds)) },
    {
      cost: () => TOTALS_COST,
      handle: ({ platform: { db }, session, input }) => totalsOfAll(db, kinds, session.userId, input),
    },
  ),
  route(api.coverage, async ({ platform, session: { userId } }) =>
    coverOf(platform.modules, readFrom(platform), await walletsOf(platform.db, userId), {
      userId,
      nowMs: platform.clock.now(),
    }),
  ),
]
