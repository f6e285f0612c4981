import type { TickRow } from '../market/index.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Crossing, OrderKind, OrderRow, Trigger } from './kind.ts'

/*
 * Prices that orders wait for. Two statements find what a stretch of the record has crossed, however many orders wait:
 * the extremes of each symbol's new ticks, and the levels between them, by index.
 *
 * A trigger is examined alone from its beginning on, until it has caught up with its symbol's watermark; from then on the
 * watermark covers it. The watermark moves by compare-and-set, together with the triggers that it takes in: of two nodes
 * that examine the same ticks one moves it, and neither lets it pass over a trigger that nobody has examined.
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
    }
    watermarks: { symbol: string; seq: bigint; time_ms: bigint }
  }
}

/** Lets an order wait for prices, from a moment on, in ms; from its acceptance unless another is said. */
export async function armTriggers<Row extends OrderRow>(
  tx: Tx,
  kind: OrderKind<Row>,
  order: Row,
  triggers: readonly Trigger[],
  sinceMs: bigint = order.accepted_ms,
): Promise<void> {
  if (triggers.length === 0) return
  await tx
    .insertInto('triggers')
    .values(
      triggers.map(({ name, symbol, side, level }) => ({
        ...{ kind: kind.name, order_id: order.id, name, symbol, side, level },
        since_ms: sinceMs,
        examined_ms: sinceMs - 1n,
      })),
    )
    .execute()
}

/** An order waits for no price any more. */
export const disarm = (tx: Tx, orderId: string) => tx.deleteFrom('triggers').where('order_id', '=', orderId).execute()

/**
 * The first recorded tick up to a time at which an order's price was crossed, with all of its levels that this tick has
 * crossed.
 */
export async function firstCrossing(db: Db | Tx, orderId: string, upToMs: bigint): Promise<Crossing | undefined> {
  const triggers = await db.selectFrom('triggers').selectAll().where('order_id', '=', orderId).execute()
  const found: { name: string; tick: TickRow }[] = []
  for (const { name, symbol, side, level, since_ms } of triggers) {
    const tick = await db
      .selectFrom('ticks')
      .selectAll()
      .where('symbol', '=', symbol)
      .where('time_ms', '>=', since_ms)
      .where('time_ms', '<=', upToMs)
      .where('price', side === 'atOrAbove' ? '>=' : '<=', level)
      .orderBy('time_ms')
      .limit(1)
      .executeTakeFirst()
    if (tick) found.push({ name, tick })
  }
  const [first] = found.toSorted((a, b) => Number(a.tick.time_ms - b.tick.time_ms))
  if (!first) return undefined
  const same = found.filter(({ tick }) => tick.symbol === first.tick.symbol && tick.seq === first.tick.seq)
  return { names: same.map(({ name }) => name).sort(), tick: first.tick }
}

/** An order that a price has reached. */
export type Reached = { kind: string; orderId: string }

/** What a look at a symbol's record has found. `moved`: how far it looked; `alone`: what it examined one by one. */
export type Look = {
  symbol: string
  reached: Reached[]
  from: bigint | undefined
  to: { seq: bigint; time_ms: bigint }
  alone: { order_id: string; name: string }[]
}

/** The symbols that some order waits for a price of. */
export async function awaitedSymbols(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('triggers').select('symbol').distinct().orderBy('symbol').execute()
  return rows.map(({ symbol }) => symbol)
}

/** Finds which orders the newest ticks of a symbol have reached; `undefined` where there is nothing new. */
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
    .select(['kind', 'order_id', 'name', 'side', 'level', 'examined_ms'])
    .where('symbol', '=', symbol)
    .where('examined_ms', 'is not', null)
    .execute()
  if (mark?.seq === head.seq && alone.length === 0) return undefined
  const reached = new Map<string, Reached>()
  const reach = (found: readonly { kind: string; order_id: string }[]) => {
    for (const { kind, order_id } of found) reached.set(order_id, { kind, orderId: order_id })
  }
  if (mark && mark.seq < head.seq) {
    const range = await extremes(db, symbol, ['seq', mark.seq])
    if (range) reach(await between(db, symbol, range))
  }
  // One statement for all that wait since then: those that came together share it.
  const oldest = alone.reduce(
    (least, { examined_ms }) => (examined_ms !== null && examined_ms < least ? examined_ms : least),
    head.time_ms,
  )
  const range = alone.length > 0 ? await extremes(db, symbol, ['time_ms', oldest]) : undefined
  if (range) reach(alone.filter(({ side, level }) => (side === 'atOrAbove' ? range.high >= level : range.low <= level)))
  return { symbol, reached: [...reached.values()], from: mark?.seq, to: head, alone }
}

async function extremes(db: Db, symbol: string, [column, after]: ['seq' | 'time_ms', bigint]) {
  const { low, high } = await db
    .selectFrom('ticks')
    .select(({ fn }) => [fn.min<bigint | null>('price').as('low'), fn.max<bigint | null>('price').as('high')])
    .where('symbol', '=', symbol)
    .where(column, '>', after)
    .executeTakeFirstOrThrow()
  return low === null || high === null ? undefined : { low, high }
}

const between = (db: Db, symbol: string, { low, high }: { low: bigint; high: bigint }) => {
  const waiting = db
    .selectFrom('triggers')
    .select(['kind', 'order_id'])
    .where('symbol', '=', symbol)
    .where('examined_ms', 'is', null)
  return waiting
    .where('side', '=', 'atOrAbove')
    .where('level', '<=', high)
    .unionAll(waiting.where('side', '=', 'atOrBelow').where('level', '>=', low))
    .execute()
}

/**
 * Moves the watermark over what a look has seen, once all that it reached was dealt with.
 *
 * @param left orders that could not be dealt with: they are examined alone from now on, and hold nobody else up
 * @returns whether it was this look that moved it
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
  const caughtUp = [...new Set(alone.map(({ order_id }) => order_id))].filter((id) => !left.includes(id))
  if (caughtUp.length > 0) {
    await tx
      .updateTable('triggers')
      .set({ examined_ms: null })
      .where('symbol', '=', symbol)
      .where('order_id', 'in', caughtUp)
      .where('examined_ms', '<', time_ms)
      .execute()
  }
  if (left.length > 0) {
    await tx
      .updateTable('triggers')
      .set((eb) => ({ examined_ms: eb.ref('since_ms') }))
      .where('symbol', '=', symbol)
      .where('order_id', 'in', left)
      .where('examined_ms', 'is', null)
      .execute()
  }
  return true
}

/** Since when, in ms, triggers may still need a symbol's ticks. */
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
