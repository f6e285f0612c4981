import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { lowestIdAt } from '../platform/random.ts'
import type { AuditRow } from './chain.ts'

/**
 * Which acts. `who`: the operator, alone or with a second one; `act`: its name, or its first words; `userId`: whom it was done to;
 * `from`, `to`: seconds since the epoch, `to` not included.
 */
export type ActFilter = {
  who?: string | undefined
  act?: string | undefined
  userId?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** The acts that a filter selects, newest first. */
export function findActs(db: Db, { who, act, userId, from, to }: ActFilter, limit: number): Promise<AuditRow[]> {
  let acts = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
  if (userId !== undefined) acts = acts.where('user_id', '=', userId)
  if (from !== undefined) acts = acts.where('at', '>=', BigInt(from))
  if (to !== undefined) acts = acts.where('at', '<', BigInt(to))
  // A comparison of parts, because names may have the wildcards of `like`.
  if (act !== undefined) acts = acts.where((eb) => eb.or([eb('act', '=', act), begins('act', `${act} `)]))
  if (who !== undefined) {
    acts = acts.where((eb) =>
      eb.or([eb('who', '=', who), begins('who', `${who}, with `), ends('who', `, with ${who}`)]),
    )
  }
  return acts.execute()
}

/** The acts of these names since a time in seconds, newest first. Ids sort by their time, so this reads a range of the primary key. */
export const actsSince = (db: Db, names: readonly string[], since: number, limit: number) =>
  db
    .selectFrom('audit')
    .select(['act', 'at', 'facts'])
    .where('id', '>=', lowestIdAt(since * 1000))
    .where('act', 'in', names)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const begins = (column: 'act' | 'who', text: string) =>
  sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit(text.length)}) = ${text}`

const ends = (column: 'act' | 'who', text: string) =>
  sql<boolean>`length(${sql.ref(column)}) > ${sql.lit(text.length)}
    and substr(${sql.ref(column)}, length(${sql.ref(column)}) - ${sql.lit(text.length - 1)}) = ${text}`
