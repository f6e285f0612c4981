import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** How far the record is complete, in ms, and which order tables have an order due by then. */
type Look = { upToMs: number; due: ReadonlySet<string> }

/** Requests collected before the statement is sent. */
const asking = new WeakMap<Db, { tables: Set<string>; look: Promise<Look> }>()

/**
 * Whether a live order of a kind is due by the record. Concurrent requests share a statement: the record wakes all kinds at once, and each
 * further kind adds no statement.
 *
 * @returns `upToMs`: how far the record is complete, in ms
 */
export async function lookDue(db: Db, { table }: { table: string }): Promise<{ upToMs: number; isSome: boolean }> {
  const asked = asking.get(db) ?? { tables: new Set(), look: soon(db) }
  asking.set(db, asked)
  asked.tables.add(table)
  const { upToMs, due } = await asked.look
  return { upToMs, isSome: due.has(table) }
}

// Reads the first row of an index: for `exists`, PostgreSQL scans the table if it estimates that a third is due.
const soonestOf = (table: string) =>
  sql`select due_ms from ${sql.table(table)} where due_ms is not null order by due_ms limit 1`

/** One query for everything requested until the next microtask. */
async function soon(db: Db): Promise<Look> {
  await undefined
  const tables = [...(asking.get(db)?.tables ?? [])].sort()
  asking.delete(db)
  const columns = tables.map(
    (table) => sql`case when (${soonestOf(table)}) <= record.complete_ms
      then 1 else 0 end as ${sql.ref(table)}`,
  )
  const look = sql<Record<string, bigint>>`select complete_ms, ${sql.join(columns)} from record where id = ${1n}`
  const [row] = (await look.execute(db)).rows
  return { upToMs: Number(row?.complete_ms ?? 0n), due: new Set(tables.filter((table) => row?.[table] === 1n)) }
}
