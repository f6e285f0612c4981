import type { ExpressionBuilder, Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { Refusal } from '../../src/api/wire/messages.ts'
import { hasEnded, statesOf } from '../../src/machines/orders/life.ts'
import type { OrderKind, OrderRow } from '../order-kind.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { claiming, groupedBy, isOneOf, toJson } from '../platform/database/rows.ts'
import type { Loader, Reads } from '../platform/unit/defer.ts'
import { byId, endedOf } from './ended.ts'
import { ofTable } from './of-table.ts'

/** The table of a kind, typed with the columns that every kind has. */
const of = (db: Db | Tx) => db as unknown as Kysely<{ orders: OrderRow }>
const tableOf = ({ table }: { table: string }) => table as 'orders'

/** Keyset position among due orders: rows after this one. */
export type Place = Pick<OrderRow, 'due_ms' | 'id'>

/** Orders as they are now. */
export const ordersById = async <Row extends OrderRow>(
  db: Db | Tx,
  kind: OrderKind<Row>,
  ids: readonly string[],
): Promise<Row[]> =>
  (await of(db)
    .selectFrom(tableOf(kind))
    .selectAll()
    .where(isOneOf(db, 'id', toJson(ids)))
    .execute()) as Row[]

/** The owners of those of these orders that exist: pairs of order and user. */
export async function ownersOf(
  db: Db | Tx,
  kind: { table: string },
  ids: readonly string[],
): Promise<(readonly [id: string, userId: string])[]> {
  const query = of(db).selectFrom(tableOf(kind)).select(['id', 'user_id'])
  const rows = await query.where(isOneOf(db, 'id', toJson(ids))).execute()
  return rows.map(({ id, user_id }) => [id, user_id])
}

/** An order of this user only. */
export const orderOf = async <Row extends OrderRow>(
  db: Db | Tx,
  kind: OrderKind<Row>,
  userId: string,
  id: string,
): Promise<Row | undefined> =>
  (await of(db)
    .selectFrom(tableOf(kind))
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()) as Row | undefined

/** The same. @throws Refusal dataNotFound */
export async function requireOrder<Row extends OrderRow>(...asked: Parameters<typeof orderOf<Row>>): Promise<Row> {
  const order = await orderOf(...asked)
  if (!order) throw new Refusal('dataNotFound')
  return order
}

/** Orders with their owners, to be claimed. */
const withOwners = (tx: Tx, kind: { table: string }) =>
  (tx as unknown as Kysely<{ orders: OrderRow; users: { id: string } }>)
    .selectFrom(`${tableOf(kind)} as orders`)
    .innerJoin('users', 'users.id', 'orders.user_id')
    .selectAll('orders')

/**
 * Claims live orders due at a time (ms) or before, after a keyset position, oldest due first. Until the transaction ends, no other process
 * moves them or acts for their owners. Orders whose owner is already locked are skipped.
 */
export async function claimDue<Row extends OrderRow>(
  tx: Tx,
  kind: OrderKind<Row>,
  upToMs: number,
  behind: Place | undefined,
  limit: number,
): Promise<Row[]> {
  const query = withOwners(tx, kind).where(isDue(upToMs, behind))
  return (await claiming(tx, query.orderBy('due_ms').orderBy('orders.id').limit(limit)).execute()) as unknown as Row[]
}

/** The same orders without a claim, including those whose owner is locked. */
export const dueOrders = (
  db: Db | Tx,
  { table }: { table: string },
  upToMs: number,
  behind: Place | undefined,
  limit: number,
): Promise<Pick<OrderRow, 'id' | 'user_id'>[]> =>
  (db as unknown as Kysely<{ orders: OrderRow }>)
    .selectFrom(`${tableOf({ table })} as orders`)
    .select(['id', 'user_id'])
    .where(isDue(upToMs, behind))
    .orderBy('due_ms')
    .orderBy('id')
    .limit(limit)
    .execute()

const isDue = (upToMs: number, behind: Place | undefined) =>
  behind
    ? sql<boolean>`due_ms <= ${BigInt(upToMs)} and (due_ms, orders.id) > (${behind.due_ms}, ${behind.id})`
    : sql<boolean>`due_ms <= ${BigInt(upToMs)}`

/** Claims these orders, as `claimDue` does. */
export async function claimThese<Row extends OrderRow>(
  tx: Tx,
  kind: OrderKind<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  const query = withOwners(tx, kind).where(isOneOf(tx, 'orders.id', toJson(ids)))
  return (await claiming(tx, query.orderBy('orders.id')).execute()) as unknown as Row[]
}

/**
 * Claims everyone else who is paid by a step of claimed orders, without waiting (`skip locked`).
 *
 * @returns the orders that can continue; the others are left to the next run
 */
export async function claimPaid<Row extends OrderRow>(
  tx: Tx,
  { alsoPays }: Pick<OrderKind<Row>, 'alsoPays'>,
  orders: readonly Row[],
): Promise<readonly Row[]> {
  if (!alsoPays || orders.length === 0) return orders
  const paid = await alsoPays(tx, [...new Set(orders.map(({ user_id }) => user_id))])
  const all = [...new Set([...paid.values()].flat())]
  if (all.length === 0) return orders
  const rows = await claiming(tx, tx.selectFrom('users').select('id').where('id', 'in', all)).execute()
  const claimed = new Set(rows.map(({ id }) => id))
  return orders.filter(({ user_id }) => paid.get(user_id)?.every((id) => claimed.has(id)) ?? true)
}

/** Selects orders: live or ended, in these states, with these column values, older than `before`. */
export type Filter = {
  ended?: boolean | undefined
  states?: readonly string[] | undefined
  where?: Readonly<Record<string, string | undefined>>
  before?: string | undefined
}

/**
 * A user's orders of a kind, newest first, at most `limit`; `before` is the cursor. Live orders, and ended orders on a symbol, each have a
 * partial index, so that no page scans a lifetime of orders.
 */
export async function ordersOf<Row extends OrderRow>(
  db: Db | Tx,
  kind: OrderKind<Row>,
  userId: string,
  filter: Filter,
  limit: number,
): Promise<Row[]> {
  const { where = {}, before } = filter
  const { live, ended } = partsOf(kind, filter)
  const isNarrow = filter.states !== undefined || Object.values(where).some((value) => value !== undefined)
  if (live.length > 0 && ended.length > 0 && !isNarrow) return read(db, kind, userId, filter, limit)
  // Live orders are read first: an order that ends in between is found twice, and listed once.
  const rows = live.length === 0 ? [] : await read(db, kind, userId, { ...filter, ended: false }, limit)
  if (ended.length > 0) {
    const { symbol, ...others } = where
    const bySymbol = symbol !== undefined && kind.listing && Object.values(others).every((value) => value === undefined)
    const places = bySymbol ? ended.map((state) => ({ symbol, state })) : []
    rows.push(
      ...(bySymbol
        ? await endedOf(db, kind, userId, places, byId(before), limit)
        : await read(db, kind, userId, { ...filter, ended: true }, limit)),
    )
  }
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit)
}

/** The states of a filter, split into live and ended. */
function partsOf({ machine }: Pick<OrderKind, 'machine'>, { ended, states = statesOf(machine) }: Filter) {
  const over = (is: boolean) => (ended === !is ? [] : states.filter((state) => hasEnded(machine, state) === is))
  return { live: over(false), ended: over(true) }
}

async function read<Row extends OrderRow>(
  db: Db | Tx,
  kind: OrderKind<Row>,
  userId: string,
  filter: Filter,
  limit: number,
): Promise<Row[]> {
  const query = of(db).selectFrom(tableOf(kind)).selectAll().where(matches(userId, filter))
  return (await query.orderBy('id', 'desc').limit(limit).execute()) as Row[]
}

const matches =
  (userId: string, { ended, states, where = {}, before }: Filter) =>
  (eb: ExpressionBuilder<{ orders: OrderRow }, 'orders'>) =>
    eb.and([
      eb('user_id', '=', userId),
      ...(ended === undefined ? [] : [eb('settled_ms', ended ? 'is not' : 'is', null)]),
      // PostgreSQL rejects an empty list.
      ...(states ? [states.length > 0 ? eb('state', 'in', states) : sql<boolean>`1 = 0`] : []),
      ...Object.entries(where).flatMap(([column, value]) =>
        value === undefined ? [] : eb(sql.ref<string>(column), '=', value),
      ),
      ...(before ? [eb('id', '<', before)] : []),
    ])

/** Upper bound of informational counts: one more means "or more". */
export const COUNTED_MAX = 10_000

/** The number of live orders of a kind, up to `most` + 1. */
export async function countLive(db: Db | Tx, { table }: { table: string }, most = COUNTED_MAX): Promise<number> {
  const { rows } = await sql<{ live: bigint }>`select count(*) as live
    from (select 1 from ${sql.table(table)} where settled_ms is null limit ${sql.lit(most + 1)}) as first_ones`.execute(
    db,
  )
  return Number(rows[0]?.live ?? 0n)
}

/**
 * The number of live orders of a kind and of those due at a time (ms), each up to `COUNTED_MAX` + 1, and the due time of the oldest due
 * order.
 */
export async function unsettledOf(
  db: Db | Tx,
  { table }: { table: string },
  nowMs: number,
  most = COUNTED_MAX,
): Promise<{ live: bigint; due: bigint; oldestDueMs: bigint | null }> {
  const some = (where: RawBuilder<boolean>) =>
    sql`(select count(*) from (select 1 from ${sql.table(table)} where ${where} limit ${sql.lit(most + 1)}) as first_ones)`
  const isDue = sql<boolean>`due_ms <= ${BigInt(nowMs)}`
  const { rows } = await sql<{ live: bigint; due: bigint; oldestDueMs: bigint | null }>`
    select ${some(sql`settled_ms is null`)} as live, ${some(isDue)} as due,
      (select min(due_ms) from ${sql.table(table)} where ${isDue}) as "oldestDueMs"`.execute(db)
  return rows[0] ?? { live: 0n, due: 0n, oldestDueMs: null }
}

/** Whether a user has a live order of a kind. */
export const hasLive = (reads: Reads, { table }: { table: string }, userId: string): Promise<boolean> =>
  reads.read(whoHasLiveIn(table), userId)

const ownersIn = ofTable<Loader<boolean>>((table) => {
  const owners = compiled(
    (db: Db | Tx, users: string) => sql<{ user_id: string }>`select distinct user_id from ${sql.table(table)}
      where settled_ms is null and ${isOneOf(db, 'user_id', users)}`,
  )
  return {
    ofUser: true,
    none: false,
    load: async (db, users) => new Map((await owners(db, toJson(users))).map(({ user_id }) => [user_id, true])),
  }
})

const whoHasLiveIn = ofTable<Loader<boolean>>((table) => ({ ...ownersIn(table), reread: true }))

/**
 * Whether a user may have a live order of a table. `placeOrder` sets it for a new order; an order that ends counts until the commit. It is
 * read once for a group, before any write.
 */
export const mayHaveLive = ofTable<Loader<boolean>>((table) => ({ ...ownersIn(table) }))

/** A user's live orders of a kind, oldest first; for kinds of which a user has few. */
export const liveOf = async <Row extends OrderRow>(
  reads: Reads,
  { table }: OrderKind<Row>,
  userId: string,
): Promise<readonly Row[]> => (await reads.read(liveIn(table), userId)) as readonly Row[]

const liveIn = ofTable<Loader<readonly OrderRow[]>>((table) => {
  const live = compiled(
    (db: Db | Tx, users: string) => sql<OrderRow>`select * from ${sql.table(table)}
      where settled_ms is null and ${isOneOf(db, 'user_id', users)} order by id`,
  )
  return {
    ofUser: true,
    reread: true,
    none: [],
    load: async (db, users) => groupedBy(await live(db, toJson(users)), 'user_id'),
  }
})
