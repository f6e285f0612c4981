import * as api from '../../src/api/money/records.ts'
import { secondsOf } from '../../src/rules/time/months.ts'
import { balancesAfter, movementsOf } from '../ledger/module.ts'
import { type Route, route } from '../platform/http/route.ts'
import { zoneOf } from '../user/module.ts'
import { certificateOf } from './certificate.ts'
import { sumsByMonth } from './months.ts'
import { notesOn, writeNote } from './notes.ts'
import { recordOnWire } from './on-wire.ts'
import { sharersOf } from './sharers.ts'
import { statementOf } from './statement.ts'

const ROWS_PER_POINT = 100
/** What reading all that ever moved takes of what someone may ask. */
const ALL_COST = 10

export const recordRoutes: readonly Route[] = [
  route(api.list, {
    cost: ({ limit }) => Math.ceil(limit / ROWS_PER_POINT),
    handle: async ({ platform, session: { userId }, input: { month, from, to, limit, ...filter } }) => {
      const zone = await zoneOf(platform.db, userId)
      const within = { ...filter, ...secondsOf({ month, from, to }, zone) }
      const found = await movementsOf(platform.db, userId, within, limit)
      const balances = filter.cause === undefined ? await balancesAfter(platform, userId, found) : new Map()
      const notes = await notesOn(
        platform.db,
        userId,
        found.map(({ id }) => id),
      )
      const people = await sharersOf(platform, found)
      return found.map((each) =>
        recordOnWire(each, { balance: balances.get(each.id), note: notes.get(each.id), person: people.get(each.id) }),
      )
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
  route(api.writeNote, async ({ input, session, commit }) => {
    await commit((unit) => writeNote(unit, session.userId, input))
    return null
  }),
  route(api.certificate, ({ platform, session, input }) => certificateOf(platform, session.userId, input)),
]
