import { type RawBuilder, sql } from 'kysely'
import type { OrderKind, OrderRow } from '../order-kind.ts'
import type { Db, Tx } from '../platform/database/database.ts'

/** Index position of ended orders: symbol and final state. */
export type Ended = { symbol: string; state: string }

/** The sort order of a page of ended orders, newest first, and the condition for rows after its cursor. */
type Sorted = { keys: RawBuilder<unknown>; newest: RawBuilder<unknown>; older: RawBuilder<unknown> }

export const byId = (before: string | undefined): Sorted => ({
  keys: sql`id`,
  newest: sql`id desc`,
  older: before === undefined ? sql`` : sql`and id < ${before}`,
})

/** Keyset cursor of ended orders: the last one of the page before. */
type Cursor = { settled_ms: bigint; id: string }

/** By the time of their end. */
export const byEnd = (cursor: Cursor | undefined): Sorted => ({
  keys: sql`settled_ms, id`,
  newest: sql`settled_ms desc, id desc`,
  older: cursor ? sql`and (settled_ms, id) < (${cursor.settled_ms}, ${cursor.id})` : sql``,
})

/** The cursor at a user's order of any of these kinds; `undefined` if there is no such order, or it is live. */
export async function cursorAt(
  db: Db | Tx,
  kinds: readonly { table: string }[],
  userId: string,
  id: string,
): Promise<Cursor | undefined> {
  const each = kinds.map(
    ({ table }) => sql`select settled_ms, id from ${sql.table(table)}
      where user_id = ${userId} and id = ${id} and settled_ms is not null`,
  )
  const { rows } = await sql<Cursor>`${sql.join(each, sql` union all `)}`.execute(db)
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

/** A user's ended orders at these index positions, newest first, at most `limit`: reads a page of each and merges them. */
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
