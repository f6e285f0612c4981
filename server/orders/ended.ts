import { type RawBuilder, sql } from 'kysely'
import type { OrderKind, OrderRow } from '../order-kind.ts'
import type { Db, Tx } from '../platform/database/database.ts'

/** Index position of ended orders: symbol and final state. */
export type Ended = { symbol: string; state: string }

/** What ended orders are sorted by, newest first, and where a page of them begins. */
type Sorted = { keys: RawBuilder<unknown>; newest: RawBuilder<unknown>; older: RawBuilder<unknown> }

export const byId = (before: string | undefined): Sorted => ({
  keys: sql`id`,
  newest: sql`id desc`,
  older: before === undefined ? sql`` : sql`and id < ${before}`,
})

/** Keyset position among ended orders: rows that ended before this one. */
export type End = { settled_ms: bigint; id: string }

/** By the time of their end. @param behind the last order of the page before */
export const byEnd = (behind: End | undefined): Sorted => ({
  keys: sql`settled_ms, id`,
  newest: sql`settled_ms desc, id desc`,
  older: behind ? sql`and (settled_ms, id) < (${behind.settled_ms}, ${behind.id})` : sql``,
})

/** When an order of a user ended, of any of these kinds; `undefined` if there is no such order, or it is live. */
export async function endOf(
  db: Db | Tx,
  kinds: readonly { table: string }[],
  userId: string,
  id: string,
): Promise<End | undefined> {
  const each = kinds.map(
    ({ table }) => sql`select settled_ms, id from ${sql.table(table)}
      where user_id = ${userId} and id = ${id} and settled_ms is not null`,
  )
  const { rows } = await sql<End>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows[0]
}

/** A user's ended orders, newest first, at most `limit`. */
export async function allEndedOf<Row extends OrderRow>(
  db: Db | Tx,
  { table }: OrderKind<Row>,
  userId: string,
  { newest, older }: Sorted,
  limit: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}
    where user_id = ${userId} and settled_ms is not null ${older} order by ${newest} limit ${limit}`.execute(db)
  return rows
}

/** Those at these index positions only: reads a page of each and merges them. */
export async function endedOf<Row extends OrderRow>(
  db: Db | Tx,
  { table }: OrderKind<Row>,
  userId: string,
  places: readonly Ended[],
  { keys, newest, older }: Sorted,
  limit: number,
): Promise<Row[]> {
  if (places.length === 0) return []
  const from = sql.table(table)
  const pages = places.map(
    ({ symbol, state }) => sql`select ${keys} from (select ${keys} from ${from} where user_id = ${userId}
      and symbol = ${symbol} and state = ${state} and settled_ms is not null ${older} order by ${newest} limit ${limit}) as page`,
  )
  const { rows } =
    await sql<Row>`select * from ${from} where id in (select id from (${sql.join(pages, sql` union all `)}) as pages
    order by ${newest} limit ${limit}) order by ${newest}`.execute(db)
  return rows
}
