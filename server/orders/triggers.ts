import { sql } from 'kysely'
import { gapEndingAt, type TickRow } from '../market/module.ts'
import type { Crossing, OrderKind, OrderRow, Trigger } from '../order-kind.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { eachOf, insertRows, isOneOf, toJson } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Batch } from '../platform/unit/defer.ts'
import type { Unit } from '../platform/unit/unit.ts'

/*
 * Prices that orders wait for. Two statements find everything that new ticks have crossed, however many orders wait: the extremes of each
 * symbol's new ticks, and by index the trigger levels between them.
 *
 * A new trigger is examined on its own until it has caught up with its symbol's watermark, which covers it from then on. The watermark
 * moves by compare-and-set together with the triggers it takes in: of two nodes that examine the same ticks one moves it, and it never
 * passes a trigger that has not been examined.
 */

declare module '../platform/database/tables.ts' {
  interface Tables {
    triggers: {
      kind: string
      order_id: string
      name: string
      symbol: string
      side: 'atOrAbove' | 'atOrBelow'
      level: bigint
      since_ms: bigint
      examined_ms: bigint | null
      mirrored: bigint
    }
    watermarks: { symbol: string; seq: bigint; time_ms: bigint }
  }
}

/** All price triggers of an order. `isNew`: it had none. */
export type TriggerSet = { orderId: string; triggers: readonly Tables['triggers'][]; isNew: boolean }

/** Replaces the price triggers of orders. */
export const triggerSets: Batch<TriggerSet> = {
  stage: 'orders',
  write: async ({ tx, platform: { database } }, all) => {
    const before = new Set(all.flatMap(({ orderId, isNew }) => (isNew ? [] : [orderId])))
    if (before.size > 0) await removeOf(tx, toJson([...before]))
    const last = new Map(all.map(({ orderId, triggers }) => [orderId, triggers]))
    await insertRows(database.kind, tx, 'triggers', [...last.values()].flat())
  },
}

const removeOf = compiled((db: Db | Tx, ids: string) => sql`delete from triggers where ${isOneOf(db, 'order_id', ids)}`)

/** Defers arming a new order's price triggers. */
export const armTriggers = <Row extends OrderRow>(
  unit: Unit,
  kind: OrderKind<Row>,
  order: Row,
  triggers: readonly Trigger[],
): void => {
  if (triggers.length === 0) return
  const rows = rowsOf(kind, order, triggers, order.accepted_ms)
  unit.defer(triggerSets, { orderId: order.id, triggers: rows, isNew: true })
}

/** Defers replacing all price triggers of an order by others, from a time on, in ms. */
export const rearmTriggers = <Row extends OrderRow>(
  unit: Unit,
  kind: OrderKind<Row>,
  order: Row,
  triggers: readonly Trigger[],
  sinceMs: bigint,
): void => {
  const rows = rowsOf(kind, order, triggers, sinceMs)
  unit.defer(triggerSets, { orderId: order.id, triggers: rows, isNew: false })
}

const rowsOf = <Row extends OrderRow>(
  kind: OrderKind<Row>,
  order: Row,
  triggers: readonly Trigger[],
  sinceMs: bigint,
) =>
  triggers.map(({ name, symbol, side, level, mirrored = false }) => ({
    ...{ kind: kind.name, order_id: order.id, name, symbol, side, level, mirrored: mirrored ? 1n : 0n },
    since_ms: sinceMs,
    examined_ms: sinceMs - 1n,
  }))

/**
 * For each of these orders, the first recorded tick up to a time, in ms, that crossed one of its triggers, with all levels that this tick
 * crossed. For an order whose next step is due earlier, up to that step. Orders without a crossing are omitted.
 */
export async function firstCrossings(
  db: Db | Tx,
  orders: readonly Pick<OrderRow, 'id' | 'due_ms'>[],
  upToMs: bigint,
): Promise<ReadonlyMap<string, Crossing>> {
  const asked = orders.map(({ id, due_ms }) => [id, due_ms !== null && due_ms < upToMs ? due_ms : upToMs])
  const first = new Map<
    string,
    Omit<Crossed, 'order_id' | 'name' | 'mirrored'> & { names: string[]; mirrored: boolean }
  >()
  for (const { order_id, name, ...each } of await crossedFirst(db, toJson(asked))) {
    const found = first.get(order_id)
    const { symbol, seq, time_ms } = each
    const mirrored = each.mirrored === 1n
    if (!found || time_ms < found.time_ms) first.set(order_id, { ...each, names: [name], mirrored })
    else if (symbol === found.symbol && seq === found.seq) {
      found.names.push(name)
      found.mirrored ||= mirrored
    }
  }
  const ticks = new Map<string, Promise<TickRow>>()
  const tickOf = (symbol: string, seq: bigint) => {
    const key = `${symbol} ${seq}`
    const tick = ticks.get(key) ?? tickAt(db, symbol, seq)
    ticks.set(key, tick)
    return tick
  }
  const crossings = [...first].map(async ([id, { names, symbol, seq, since_ms: sinceMs, mirrored }]) => {
    const gap = mirrored ? await gapEndingAt(db, symbol, seq) : undefined
    return [id, { names: names.sort(), tick: await tickOf(symbol, seq), sinceMs, ...(gap && { gap }) }] as const
  })
  return new Map(await Promise.all(crossings))
}

type Crossed = {
  order_id: string
  name: string
  symbol: string
  seq: bigint
  time_ms: bigint
  since_ms: bigint
  mirrored: bigint
}

/** The first crossing of each trigger up to its order's time. Ticks covered by the watermark are done, and are not read again. */
const crossedFirst = compiled(
  (db: Db | Tx, asked: string) => sql<Crossed>`
    with waiting as materialized (
      select triggers.order_id, triggers.name, triggers.symbol, triggers.side, triggers.level, triggers.mirrored,
        triggers.since_ms,
        case when triggers.examined_ms is null and watermarks.time_ms >= triggers.since_ms
          then watermarks.time_ms + 1 else triggers.since_ms end as from_ms,
        cast(asked.value ->> 1 as bigint) as to_ms
      from ${eachOf(db, asked)} as asked
      join triggers on triggers.order_id = asked.value ->> 0
      left join watermarks on watermarks.symbol = triggers.symbol
    ), crossed as materialized (
      select order_id, name, symbol, since_ms, mirrored, case when mirrored = 1 then (
        select tick_gaps.seq from tick_gaps
        where tick_gaps.symbol = waiting.symbol and tick_gaps.time_ms >= from_ms and tick_gaps.time_ms <= to_ms
          and case side when 'atOrAbove' then tick_gaps.mirror >= level else tick_gaps.mirror <= level end
        order by tick_gaps.time_ms limit 1
      ) else (
        select ticks.seq from ticks
        where ticks.symbol = waiting.symbol and ticks.time_ms >= from_ms and ticks.time_ms <= to_ms
          and case side when 'atOrAbove' then ticks.price >= level else ticks.price <= level end
        order by ticks.time_ms limit 1
      ) end as seq
      from waiting
    )
    select crossed.order_id, crossed.name, crossed.symbol, crossed.since_ms, crossed.mirrored, crossed.seq, (
      select ticks.time_ms from ticks where ticks.symbol = crossed.symbol and ticks.seq = crossed.seq
    ) as time_ms
    from crossed where crossed.seq is not null`,
)

async function tickAt(db: Db | Tx, symbol: string, seq: bigint): Promise<TickRow> {
  const [tick] = await tickBySeq(db, symbol, seq)
  if (!tick) throw new Error(`no tick ${seq} of ${symbol}`)
  return tick
}

const tickBySeq = compiled(
  (_, symbol: string, seq: bigint) => sql<TickRow>`select * from ticks where symbol = ${symbol} and seq = ${seq}`,
)

/** An order whose trigger was crossed. */
export type Reached = { kind: string; orderId: string }

/** Result of a scan of a symbol's record. `moved`: how far it scanned; `alone`: triggers examined one by one. */
export type Look = {
  symbol: string
  reached: Reached[]
  from: bigint | undefined
  to: { seq: bigint; time_ms: bigint }
  alone: { order_id: string; since_ms: bigint }[]
}

/** The symbols with waiting triggers. A trigger that no watermark covers is examined on its own: those are few. */
export async function awaitedSymbols(db: Db): Promise<string[]> {
  const rows = await awaited(db)
  return rows.map(({ symbol }) => symbol)
}

// Forces the index: PostgreSQL would scan all waiting triggers to find whether there are any.
const awaited = compiled(
  () => sql<{ symbol: string }>`
    select symbol from watermarks where (
      select level from triggers
      where triggers.symbol = watermarks.symbol and examined_ms is null order by side, level limit 1
    ) is not null
    union
    select symbol from triggers where examined_ms is not null
    order by symbol`,
)

/** Finds the orders that a symbol's newest ticks have reached; `undefined` if there are no new ticks. */
export async function look(db: Db, symbol: string): Promise<Look | undefined> {
  const head = await db
    .selectFrom('ticks')
    .select(['seq', 'time_ms'])
    .where('symbol', '=', symbol)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!head) return undefined
  const mark = await db.selectFrom('watermarks').select('seq').where('symbol', '=', symbol).executeTakeFirst()
  const alone = await db
    .selectFrom('triggers')
    .select(['kind', 'order_id', 'side', 'level', 'since_ms', 'examined_ms', 'mirrored'])
    .where('symbol', '=', symbol)
    .where('examined_ms', 'is not', null)
    .execute()
  if (mark?.seq === head.seq && alone.length === 0) return undefined
  const reached = new Map<string, Reached>()
  const reach = (found: readonly { kind: string; order_id: string }[]) => {
    for (const { kind, order_id } of found) reached.set(order_id, { kind, orderId: order_id })
  }
  // One statement per start time: triggers armed together share it.
  const oldest = alone.reduce(
    (least, { examined_ms }) => (examined_ms !== null && examined_ms < least ? examined_ms : least),
    head.time_ms,
  )
  for (const mirrored of [0n, 1n]) {
    if (mark && mark.seq < head.seq) {
      const range = await extremes(db, symbol, mirrored, ['seq', mark.seq])
      if (range) reach(await between(db, symbol, mirrored, range))
    }
    const waiting = alone.filter((each) => each.mirrored === mirrored)
    const range = waiting.length > 0 ? await extremes(db, symbol, mirrored, ['time_ms', oldest]) : undefined
    if (range) {
      reach(waiting.filter(({ side, level }) => (side === 'atOrAbove' ? range.high >= level : range.low <= level)))
    }
  }
  return { symbol, reached: [...reached.values()], from: mark?.seq, to: head, alone }
}

/** The extremes of a symbol's ticks after a position, or of the mirror prices of its gaps. */
async function extremes(db: Db, symbol: string, mirrored: bigint, [column, after]: ['seq' | 'time_ms', bigint]) {
  const prices =
    mirrored === 1n
      ? db.selectFrom('tick_gaps').select(['symbol', 'seq', 'time_ms', 'mirror as price'])
      : db.selectFrom('ticks').select(['symbol', 'seq', 'time_ms', 'price'])
  const { low, high } = await db
    .selectFrom(prices.as('prices'))
    .select(({ fn }) => [fn.min<bigint | null>('price').as('low'), fn.max<bigint | null>('price').as('high')])
    .where('symbol', '=', symbol)
    .where(column, '>', after)
    .executeTakeFirstOrThrow()
  return low === null || high === null ? undefined : { low, high }
}

const between = (db: Db, symbol: string, mirrored: bigint, { low, high }: { low: bigint; high: bigint }) => {
  const waiting = db
    .selectFrom('triggers')
    .select(['kind', 'order_id'])
    .where('symbol', '=', symbol)
    .where('mirrored', '=', mirrored)
    .where('examined_ms', 'is', null)
  return waiting
    .where('side', '=', 'atOrAbove')
    .where('level', '<=', high)
    .unionAll(waiting.where('side', '=', 'atOrBelow').where('level', '>=', low))
    .execute()
}

/**
 * Moves the watermark past a scan, once everything that it reached has been processed.
 *
 * @param left orders that failed: they are examined on their own from now on, and block no others
 * @returns whether this scan moved it
 */
export async function pass(tx: Tx, { symbol, from, to, alone }: Look, left: readonly string[]): Promise<boolean> {
  const { seq, time_ms } = to
  if (from === undefined) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('watermarks')
      .values({ symbol, seq, time_ms })
      .onConflict((conflict) => conflict.column('symbol').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
  } else {
    const { numUpdatedRows } = await tx
      .updateTable('watermarks')
      .set({ seq, time_ms })
      .where('symbol', '=', symbol)
      .where('seq', '=', from)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
  }
  const stay = new Set(left)
  const caughtUp = alone.flatMap(({ order_id, since_ms }) => (stay.has(order_id) ? [] : [[order_id, since_ms]]))
  // A trigger armed after the scanned tick is not covered: a tick before the newest one moved its order.
  if (caughtUp.length > 0) await join(tx, symbol, time_ms, toJson(caughtUp))
  if (left.length > 0) {
    await tx
      .updateTable('triggers')
      .set((eb) => ({ examined_ms: eb.ref('since_ms') }))
      .where('symbol', '=', symbol)
      .where(isOneOf(tx, 'order_id', toJson(left)))
      .where('examined_ms', 'is', null)
      .execute()
  }
  return true
}

const join = compiled(
  (db: Db | Tx, symbol: string, timeMs: bigint, caughtUp: string) => sql`
    update triggers set examined_ms = null
    where symbol = ${symbol} and examined_ms < ${timeMs} and (order_id, since_ms) in (
      select seen.value ->> 0, cast(seen.value ->> 1 as bigint) from ${eachOf(db, caughtUp)} as seen
    )`,
)

/** From when on, in ms, triggers may still need a symbol's ticks. */
export async function awaitedSince(db: Db, symbol: string): Promise<bigint | undefined> {
  const alone = await db
    .selectFrom('triggers')
    .select(({ fn }) => fn.min<bigint | null>('examined_ms').as('oldest'))
    .where('symbol', '=', symbol)
    .where('examined_ms', 'is not', null)
    .executeTakeFirstOrThrow()
  if (alone.oldest !== null) return alone.oldest
  const some = await db.selectFrom('triggers').select('name').where('symbol', '=', symbol).limit(1).executeTakeFirst()
  if (!some) return undefined
  const mark = await db.selectFrom('watermarks').select('time_ms').where('symbol', '=', symbol).executeTakeFirst()
  return mark?.time_ms
}
