import * as api from '../../src/api/money/records.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { type Span, secondsOf } from '../../src/rules/time/months.ts'
import { balancesAfter, movementsOf } from '../ledger/module.ts'
import type { Parts } from '../module.ts'
import { type Route, route } from '../platform/http/route.ts'
import { zoneOf } from '../user/module.ts'
import { certificateOf } from './certificate.ts'
import { sumsByMonth } from './months.ts'
import { notesOn, writeNote } from './notes.ts'
import { recordOnWire } from './on-wire.ts'
import { createSearch, isSearch } from './search.ts'
import { sharersOf } from './sharers.ts'
import { boundsOf, type Covered, statementOf } from './statement.ts'

const ROWS_PER_POINT = 100
/**
 * What a statement was asked for.
 *
 * @throws Refusal `missingParameters` if neither a month nor both ends are given
 */
function coveredBy({ month, from, to }: Span): Covered {
  if (month !== undefined) return { month }
  if (from === undefined || to === undefined) {
    throw new Refusal('missingParameters', { field: from === undefined ? 'from' : 'to' })
  }
  return { from, to: to < from ? from : to }
}

/** What reading all that ever moved takes of what someone may ask. */
const ALL_COST = 10

export function recordRoutes({ slice }: Pick<Parts, 'slice'>): readonly Route[] {
  const searchMovements = createSearch(slice)
  return [
    route(api.list, {
      cost: (input) => (isSearch(input) ? ALL_COST : Math.ceil(input.limit / ROWS_PER_POINT)),
      handle: async ({ platform, session: { userId }, input }) => {
        const { month, from, to, of, limit, amount, text, steps, ...filter } = input
        const { db } = platform
        const span =
          of === 'statement'
            ? await boundsOf(platform, userId, coveredBy({ month, from, to }))
            : secondsOf({ month, from, to }, await zoneOf(db, userId))
        const within = { ...filter, ...span }
        const isSearched = isSearch(input)
        const found = isSearched
          ? await searchMovements(db, userId, within, { amount, text, steps }, limit)
          : await movementsOf(db, userId, within, limit)
        const isWhole = filter.cause === undefined && !isSearched
        const balances = isWhole ? await balancesAfter(platform, userId, found) : new Map()
        const notes = await notesOn(
          db,
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
      handle: ({ platform, session, input }) => statementOf(platform, session.userId, coveredBy(input)),
    }),
    route(api.writeNote, async ({ input, session, commit }) => {
      await commit((unit) => writeNote(unit, session.userId, input))
      return null
    }),
    route(api.certificate, ({ platform, session, input }) => certificateOf(platform, session.userId, input)),
  ]
}
