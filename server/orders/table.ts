import type { ExpressionBuilder, Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { hasEnded, statesOf } from '../../src/machines/orders/life.ts'
import type { OrderKind, OrderRow } from '../order-kind.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { claiming, groupedBy, isOneOf, toJson } from '../platform/database/rows.ts'
import type { Reader, Reads } from '../platform/unit/later.ts'
import { ofTable } from './of-table.ts'

/** The table of a kind, as the columns that every kind has. */
const of = (db: Db | Tx) => db as unknown as Kysely<{ orders: OrderRow }>
const tableOf = ({ table }: { table: string }) => table as 'orders'

/** A place among due orders: behind this one. */
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

/** A user's own order; nobody else's. */
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

/** Orders with their owners, to be claimed. */
const withOwners = (tx: Tx, kind: { table: string }) =>
  (tx as unknown as Kysely<{ orders: OrderRow; users: { id: string } }>)
    .selectFrom(`${tableOf(kind)} as orders`)
    .innerJoin('users', 'users.id', 'orders.user_id')
    .selectAll('orders')

/**
 * Claims live orders whose next step is due at a time (ms) or before, behind a place, the longest due first. Nobody else
 * moves them, or acts for their owners, until the transaction ends. Those whom someone else acts for are left out.
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

/** The same orders, whoever acts for their owners; nobody is kept from moving them. */
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
 * Claims whoever else is paid by a step of claimed orders, without waiting for them.
 *
 * @returns the orders that can go on; those that pay someone whom another transaction acts for are left to the next look
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

/** Which orders of a list: live or ended, of these states, with these values in these columns, older than `before`. */
export type Filter = {
  ended?: boolean | undefined
  states?: readonly string[] | undefined
  where?: Readonly<Record<string, string | undefined>>
  before?: string | undefined
}

/**
 * A user's orders of a kind, newest first, at most `limit`: `before` is the way to the next page. Live ones are read by the index of
 * what is live, and ended ones on a symbol by that of symbols, so that no page walks a life.
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
  // What is live comes first: an order that ends meanwhile is in both, and in one list.
  const rows = live.length === 0 ? [] : await read(db, kind, userId, { ...filter, ended: false }, limit)
  if (ended.length > 0) {
    const { symbol, ...others } = where
    const bySymbol = symbol !== undefined && kind.among && Object.values(others).every((value) => value === undefined)
    const places = bySymbol ? ended.map((state) => ({ symbol, state })) : []
    rows.push(
      ...(bySymbol
        ? await endedOf(db, kind, userId, places, { before, limit })
        : await read(db, kind, userId, { ...filter, ended: true }, limit)),
    )
  }
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit)
}

/** The states that a filter asks for: those of live orders, and those of ended ones. */
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

/** Where ended orders are found by an index: on a symbol, come to a state. */
export type Ended = { symbol: string; state: string }

/** A user's ended orders of a kind at these places, newest first, at most `limit`: a page of each, and of these the newest. */
export async function endedOf<Row extends OrderRow>(
  db: Db | Tx,
  { table }: OrderKind<Row>,
  userId: string,
  places: readonly Ended[],
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<Row[]> {
  if (places.length === 0) return []
  const from = sql.table(table)
  const older = before === undefined ? sql`` : sql`and id < ${before}`
  const pages = places.map(
    ({ symbol, state }) => sql`select id from (select id from ${from} where user_id = ${userId} and symbol = ${symbol}
      and state = ${state} and settled_ms is not null ${older} order by id desc limit ${limit}) as page`,
  )
  const { rows } =
    await sql<Row>`select * from ${from} where id in (select id from (${sql.join(pages, sql` union all `)}) as pages
    order by id desc limit ${limit}) order by id desc`.execute(db)
  return rows
}

const matches =
  (userId: string, { ended, states, where = {}, before }: Filter) =>
  (eb: ExpressionBuilder<{ orders: OrderRow }, 'orders'>) =>
    eb.and([
      eb('user_id', '=', userId),
      ...(ended === undefined ? [] : [eb('settled_ms', ended ? 'is not' : 'is', null)]),
      // PostgreSQL takes no empty list.
      ...(states ? [states.length > 0 ? eb('state', 'in', states) : sql<boolean>`1 = 0`] : []),
      ...Object.entries(where).flatMap(([column, value]) =>
        value === undefined ? [] : eb(sql.ref<string>(column), '=', value),
      ),
      ...(before ? [eb('id', '<', before)] : []),
    ])

/** So many orders are counted where somebody looks how many there are: one more tells that there are more. */
export const COUNTED_MAX = 10_000

/** How many orders of a kind are live, up to one more than `most`. */
export async function countLive(db: Db | Tx, { table }: { table: string }, most = COUNTED_MAX): Promise<number> {
  const { rows } = await sql<{ live: bigint }>`select count(*) as live
    from (select 1 from ${sql.table(table)} where settled_ms is null limit ${sql.lit(most + 1)}) as first_ones`.execute(
    db,
  )
  return Number(rows[0]?.live ?? 0n)
}

/**
 * How many orders of a kind are live, how many are due at a time (ms), each up to one more than `COUNTED_MAX`, and since when the
 * oldest of these is.
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

const ownersIn = ofTable<Reader<boolean>>((table) => {
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

const whoHasLiveIn = ofTable<Reader<boolean>>((table) => ({ ...ownersIn(table), anew: true }))

/**
 * Whether a user may have a live order of a table: `placeOrder` says so of a new one, and one that ends still counts until
 * the commit. It is read once for a group, and needs nothing written before it.
 */
export const mayHaveLive = ofTable<Reader<boolean>>((table) => ({ ...ownersIn(table) }))

/** A user's live orders of a kind of which each has few, oldest first. */
export const liveOf = async <Row extends OrderRow>(
  reads: Reads,
  { table }: OrderKind<Row>,
  userId: string,
): Promise<readonly Row[]> => (await reads.read(liveIn(table), userId)) as readonly Row[]

const liveIn = ofTable<Reader<readonly OrderRow[]>>((table) => {
  const live = compiled(
    (db: Db | Tx, users: string) => sql<OrderRow>`select * from ${sql.table(table)}
      where settled_ms is null and ${isOneOf(db, 'user_id', users)} order by id`,
  )
  return {
    ofUser: true,
    anew: true,
    none: [],
    load: async (db, users) => groupedBy(await live(db, toJson(users)), 'user_id'),
  }
})
