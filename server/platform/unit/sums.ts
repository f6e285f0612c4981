import { type RawBuilder, sql } from 'kysely'
import { compiled } from '../database/compiled.ts'
import type { Db, Tx } from '../database/database.ts'
import { isOneOf, toJson } from '../database/rows.ts'
import type { Tables } from '../database/tables.ts'
import type { Loader } from './defer.ts'

/**
 * The sum of a column over each user's rows of a table; 0 without rows.
 *
 * @param where selects rows; all by default
 * @param withinMs only rows accepted within this time, in ms
 */
export function sumsOf(
  table: keyof Tables,
  column: string,
  { where = sql<boolean>`1 = 1`, withinMs }: { where?: RawBuilder<boolean>; withinMs?: number } = {},
): Loader<bigint> {
  const sums = compiled(
    (db: Db | Tx, users: string, sinceMs: bigint) => sql<{ user_id: string; sum: bigint | string | null }>`
      select user_id, sum(${sql.ref(column)}) as sum from ${sql.table(table)} where ${isOneOf(db, 'user_id', users)}
      and ${where} ${withinMs === undefined ? sql`` : sql`and accepted_ms > ${sinceMs}`} group by user_id`,
  )
  return {
    ofUser: true,
    reread: true,
    none: 0n,
    load: async (db, users, nowMs) => {
      const rows = await sums(db, toJson(users), BigInt(nowMs - (withinMs ?? 0)))
      return new Map(rows.map(({ user_id, sum }) => [user_id, BigInt(sum ?? 0n)]))
    },
  }
}
