import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { GENESIS, type NewestTicks, type RecordedTick, tickPreimage } from '../../src/rules/market/chain.ts'
import { instrumentOf, instruments } from '../../src/rules/market/instruments.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { compiled, isPostgres } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { toJson } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import { readTogether } from '../platform/database/together.ts'
import type { Loader, Reads } from '../platform/unit/defer.ts'
import { type Source, SourceError } from './source.ts'

/** A recorded tick as stored. */
export type TickRow = Tables['ticks']

/** The text whose hash is a tick's hash, given the previous one. */
export const preimageOf = (previous: string, { symbol, seq, time_ms, price }: Omit<TickRow, 'hash'>): string =>
  tickPreimage(previous, {
    symbol,
    seq: Number(seq),
    time: Number(time_ms),
    price: formatMoney(price, instrumentOf(symbol).scale),
  })

/** A recorded tick as the wire carries it. */
export const tickToWire = ({ symbol, seq, time_ms, price, hash }: TickRow): RecordedTick => ({
  symbol,
  seq: Number(seq),
  time: Number(time_ms),
  price: formatMoney(price, instrumentOf(symbol).scale),
  hash,
})

/**
 * How far the record is, zeros before the first start.
 *
 * - `completeMs`: the time up to which it is complete, in ms: no tick at or before it will be added
 * - `leastSeq`: the smallest sequence number of a symbol's next tick
 */
export async function recordProgress(db: Db): Promise<{ completeMs: number; leastSeq: number }> {
  const row = await db.selectFrom('record').select(['complete_ms', 'least_seq']).where('id', '=', 1n).executeTakeFirst()
  return { completeMs: Number(row?.complete_ms ?? 0n), leastSeq: Number(row?.least_seq ?? 0n) }
}

/** The `completeMs` of `recordProgress`. */
export const recordCompleteMs = async (db: Db): Promise<number> => (await recordProgress(db)).completeMs

/** Another node makes the market now: this process may not write. */
export class TermOver extends Error {}

/**
 * Begins a term: from now on the previous leader cannot write.
 *
 * @param now ms since the epoch
 * @returns its number, above all earlier ones
 * @throws SourceError if the data has prices of another source: they would share a chart and a record
 */
export async function beginTerm(db: Db, { id }: Pick<Source, 'id'>, now: number): Promise<number> {
  const begun = await db
    .insertInto('record')
    .values({ id: 1n, examined_ms: 0n, complete_ms: BigInt(now - 1), term: 1n, source: id, since_ms: BigInt(now) })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ term: eb('record.term', '+', 1n) }))
        .where('record.source', '=', id),
    )
    .returning('term')
    .executeTakeFirst()
  if (begun) return Number(begun.term)
  const { source } = await db.selectFrom('record').select('source').executeTakeFirstOrThrow()
  throw otherSource(source, id)
}

const otherSource = (source: string, id: string) =>
  new SourceError(
    `MARKET: the data holds the prices of another market (${source}), and ${id} needs data of its own: set DATA_DIR or DATABASE_URL to another place, or MARKET back`,
  )

/** @throws SourceError where the data holds the prices of another source */
export async function requireSource(db: Db, { id }: Pick<Source, 'id'>): Promise<void> {
  const row = await db.selectFrom('record').select('source').executeTakeFirst()
  if (row && row.source !== id) throw otherSource(row.source, id)
}

/** The number of the newest term; 0 before the first. */
export async function newestTerm(db: Db): Promise<number> {
  const row = await db.selectFrom('record').select('term').where('id', '=', 1n).executeTakeFirst()
  return Number(row?.term ?? 0n)
}

/**
 * Requires that this term is the newest, and keeps it so until the transaction ends.
 *
 * @throws TermOver
 */
export async function requireTerm(tx: Tx, term: number): Promise<void> {
  // An update instead of a select, so that the next term waits for this transaction.
  const { numUpdatedRows } = await tx
    .updateTable('record')
    .set({ term: BigInt(term) })
    .where('id', '=', 1n)
    .where('term', '=', BigInt(term))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new TermOver(`the market's term ${term} is over`)
}

/** The time since which the data is its source's, in ms. */
export async function filledSince(db: Db): Promise<number> {
  const row = await db.selectFrom('record').select('since_ms').where('id', '=', 1n).executeTakeFirstOrThrow()
  return Number(row.since_ms)
}

/** The first recorded tick of a symbol at or after a time in ms. */
export const firstTickAtOrAfter = tickNext('>=', 'asc')

/** The last recorded tick of a symbol at or before a time in ms. Final once the record is complete up to that time. */
export const lastTickAtOrBefore = tickNext('<=', 'desc')

/** Concurrent requests for ticks are read together: on PostgreSQL by one statement. */
function tickNext(side: '>=' | '<=', order: 'asc' | 'desc') {
  const columns = ['symbol', 'seq', 'time_ms', 'price', 'hash'] as const
  const one = compiled((db, symbol: string, ms: bigint) =>
    db
      .selectFrom('ticks')
      .select(columns)
      .where('symbol', '=', symbol)
      .where('time_ms', side, ms)
      .orderBy('time_ms', order)
      .orderBy('seq', order)
      .limit(1),
  )
  const many = compiled((_, wanted: string) => {
    const [compare, way] = [sql.raw(side), sql.raw(order)]
    return sql<TickRow & { key: string }>`select wanted.key, tick.symbol, tick.seq, tick.time_ms, tick.price, tick.hash
      from json_to_recordset(${wanted}) as wanted (key text, symbol text, ms bigint) cross join lateral (
        select symbol, seq, time_ms, price, hash from ticks
        where ticks.symbol = wanted.symbol and ticks.time_ms ${compare} wanted.ms
        order by ticks.time_ms ${way}, ticks.seq ${way} limit 1) as tick`
  })
  const together = readTogether(async (db: Db | Tx, keys) => {
    const wanted = keys.map((key) => {
      const [symbol = '', ms = ''] = key.split(' ')
      return { key, symbol, ms: BigInt(ms) }
    })
    if (keys.length > 1 && isPostgres(db)) {
      return new Map((await many(db, toJson(wanted))).map(({ key, ...tick }) => [key, tick]))
    }
    const found = new Map<string, TickRow>()
    for (const { key, symbol, ms } of wanted) {
      const [tick] = await one(db, symbol, ms)
      if (tick) found.set(key, tick)
    }
    return found
  })
  return (db: Db | Tx, symbol: string, ms: number): Promise<TickRow | undefined> => together(db, `${symbol} ${ms}`)
}

/** Whether any tick was recorded between two times in ms, both inclusive. */
export async function isRecordedIn(db: Db | Tx, fromMs: number, toMs: number): Promise<boolean> {
  const newest = await Promise.all(instruments.map(({ symbol }) => lastTickAtOrBefore(db, symbol, toMs)))
  return newest.some((tick) => tick !== undefined && Number(tick.time_ms) >= fromMs)
}

const newest = compiled((db, symbol: string) =>
  db.selectFrom('ticks').selectAll().where('symbol', '=', symbol).orderBy('seq', 'desc').limit(1),
)

/** The newest recorded tick of a symbol: the head of its chain. */
export const newestTick = async (db: Db | Tx, symbol: string): Promise<TickRow | undefined> =>
  (await newest(db, symbol))[0]

const newestTicks: Loader<TickRow | undefined> = {
  ofUser: false,
  none: undefined,
  load: async (db, symbols) => {
    const found = new Map<string, TickRow | undefined>()
    for (const symbol of symbols) found.set(symbol, await newestTick(db, symbol))
    return found
  },
}

/** As `newestTick`, once for all units of a transaction. */
export const newestTickBy = (reads: Reads, symbol: string): Promise<TickRow | undefined> =>
  reads.read(newestTicks, symbol)

const highest = compiled((db, symbol: string, ms: bigint) =>
  db
    .selectFrom('ticks')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('time_ms', '>=', ms)
    .orderBy('price', 'desc')
    .orderBy('seq', 'desc')
    .limit(1),
)

const highestTicks: Loader<TickRow | null> = {
  ofUser: false,
  none: null,
  load: async (db, keys) => {
    const found = new Map<string, TickRow | null>()
    for (const key of keys) {
      const [symbol = '', sinceMs = ''] = key.split(' ')
      found.set(key, (await highest(db, symbol, BigInt(sinceMs)))[0] ?? null)
    }
    return found
  },
}

/** The newest of the highest recorded ticks of a symbol since a time in ms. */
export const highestTickSince = (reads: Reads, symbol: string, sinceMs: number): Promise<TickRow | null> =>
  reads.read(highestTicks, `${symbol} ${sinceMs}`)

/**
 * The newest recorded ticks of a symbol before a time in ms, oldest first, as time in ms and price.
 *
 * @param limit maximum number
 */
export async function ticksBefore(
  db: Db,
  symbol: string,
  beforeMs: number,
  limit: number,
): Promise<[number, string][]> {
  const rows = await db
    .selectFrom('ticks')
    .select(['time_ms', 'price'])
    .where('symbol', '=', symbol)
    .where('time_ms', '<', BigInt(beforeMs))
    .orderBy('time_ms', 'desc')
    .limit(limit)
    .execute()
  const { scale } = instrumentOf(symbol)
  return rows.map(({ time_ms, price }): [number, string] => [Number(time_ms), formatMoney(price, scale)]).reverse()
}

/** The newest recorded ticks of a symbol, at most `limit`. */
export async function lastTicks(db: Db, symbol: string, limit: number): Promise<NewestTicks> {
  const ticks = db.selectFrom('ticks').selectAll().where('symbol', '=', symbol)
  const rows = await ticks
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  const [before] = rows.splice(limit)
  return { previousHash: before?.hash ?? null, ticks: rows.map(tickToWire).reverse() }
}

/**
 * A part of a chain. `ticks`: both ends inclusive. `before`, `after`: its neighbours on the record, null if there is none. `previousHash`:
 * the hash before all of it.
 */
export type Stretch = {
  previousHash: string
  before: RecordedTick | null
  ticks: RecordedTick[]
  after: RecordedTick | null
}

/**
 * A stretch of a symbol's chain with its neighbours.
 *
 * @param fromSeq a tick that is on the record
 */
export async function chainBetween(db: Db, symbol: string, fromSeq: number, toSeq: number): Promise<Stretch> {
  const ticks = db.selectFrom('ticks').selectAll().where('symbol', '=', symbol)
  const [before, earlier] = await ticks.where('seq', '<', BigInt(fromSeq)).orderBy('seq', 'desc').limit(2).execute()
  const rows = await ticks
    .where('seq', '>=', BigInt(fromSeq))
    .where('seq', '<=', BigInt(toSeq))
    .orderBy('seq')
    .execute()
  const after = await ticks.where('seq', '>', BigInt(toSeq)).orderBy('seq').limit(1).executeTakeFirst()
  return {
    previousHash: earlier?.hash ?? GENESIS,
    before: before ? tickToWire(before) : null,
    ticks: rows.map(tickToWire),
    after: after ? tickToWire(after) : null,
  }
}

/** A stretch of a chain, or its rest: `previousHash` is null if the record no longer has all of it. */
export type Shown = Omit<Stretch, 'previousHash'> & { previousHash: string | null }

/**
 * The record of a symbol from one time to another, in ms, both included, with its neighbours. Without ticks, a gap.
 */
export async function chainWithin(db: Db, symbol: string, fromMs: number, toMs: number): Promise<Shown> {
  const ticks = db.selectFrom('ticks').selectAll().where('symbol', '=', symbol)
  const [before, earlier] = await ticks.where('time_ms', '<', BigInt(fromMs)).orderBy('seq', 'desc').limit(2).execute()
  const within = await ticks
    .where('time_ms', '>=', BigInt(fromMs))
    .where('time_ms', '<=', BigInt(toMs))
    .orderBy('seq')
    .execute()
  const after = await ticks.where('time_ms', '>', BigInt(toMs)).orderBy('seq').limit(1).executeTakeFirst()
  const previousHash = earlier?.hash ?? GENESIS
  const all = [before ?? [], within, after ?? []].flat()
  const isWhole = all.every((tick, at) => hashOf(preimageOf(all[at - 1]?.hash ?? previousHash, tick)) === tick.hash)
  if (!isWhole) return { previousHash: null, before: null, ticks: [], after: null }
  return {
    previousHash,
    before: before ? tickToWire(before) : null,
    ticks: within.map(tickToWire),
    after: after ? tickToWire(after) : null,
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A stretch of a symbol's chain that must be retained, both ends inclusive, with the neighbours that prove it. */
export type TickRange = { from: bigint; to: bigint }

/** The ticks that prove a period, for retention: from its first to its last tick, or the last one before it if it has none. Times in ms. */
export async function ticksWithin(db: Db, symbol: string, fromMs: number, toMs: number): Promise<TickRange[]> {
  const last = await lastTickAtOrBefore(db, symbol, toMs)
  const first = await firstTickAtOrAfter(db, symbol, fromMs)
  if (!last) return []
  return [{ from: first && first.seq < last.seq ? first.seq : last.seq, to: last.seq }]
}

/** The same for all periods that overlap one, in ms, both ends inclusive. */
export async function rangesWithin(
  db: Db,
  symbol: string,
  times: readonly (readonly [from: number, to: number] | null)[],
  from: bigint,
  to: bigint,
): Promise<TickRange[]> {
  const some = times.flatMap((each) => (each && BigInt(each[1]) >= from && BigInt(each[0]) <= to ? [each] : []))
  return (await Promise.all(some.map(([start, end]) => ticksWithin(db, symbol, start, end)))).flat()
}
