import * as api from '../../src/api/money/records.ts'
import { secondsOf } from '../../src/rules/time/months.ts'
import { movementsOf } from '../ledger/module.ts'
import { type Route, route } from '../platform/http/route.ts'
import { zoneOf } from '../user/module.ts'
import { certificateOf } from './certificate.ts'
import { sumsByMonth } from './months.ts'
import { onWire } from './on-wire.ts'
import { statementOf } from './statement.ts'

const ROWS_PER_POINT = 100
/** What reading all that ever moved takes of what someone may ask. */
const ALL_COST = 10

export const recordRoutes: readonly Route[] = [
  route(api.list, {
    cost: ({ limit }) => Math.ceil(limit / ROWS_PER_POINT),
    handle: async ({ platform: { db }, session, input: { month, from, to, limit, ...filter } }) => {
      const zone = await zoneOf(db, session.userId)
      const found = await movementsOf(db, session.userId, { ...filter, ...secondsOf({ month, from, to }, zone) }, limit)
      return found.map(onWire)
    },
  }),
  route(api.months, {
    cost: () => ALL_COST,
    handle: ({ platform, session, input }) => sumsByMonth(platform, session.userId, input),
  }),
  route(api.statement, {
    cost: () => ALL_COST,
    handle: ({ platform, session, input }) => statementOf(platform, session.userId, input.month),
  }),
  route(api.certificate, ({ platform, session, input }) => certificateOf(platform, session.userId, input)),
]
