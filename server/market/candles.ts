import type { CompiledQuery } from 'kysely'
import { barOpen, type Interval } from '../../src/rules/market/intervals.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { type Bar, type Growth, wideIntervals } from './bars.ts'

/** A candle as the database holds it. */
export type CandleRow = Tables['candles']

// Eight parameters a row: 500 rows stay well below the 32,766 parameters that SQLite takes, and the 65,535 of PostgreSQL.
const ROWS_PER_INSERT = 500

export const toRow = (symbol: string, interval: Interval, bar: Bar): CandleRow => ({
  symbol,
  interval,
  ...bar,
  time: BigInt(bar.time),
})

export const toBar = ({ time, open, high, low, close, volume }: Omit<CandleRow, 'symbol' | 'interval'>): Bar => ({
  time: Number(time),
  open,
  high,
  low,
  close,
  volume,
})

/** Stores candles, and replaces existing ones. */
export async function saveCandles(db: Db, rows: readonly CandleRow[]): Promise<void> {
  for (const batch of batches(rows)) {
    await db
      .insertInto('candles')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['symbol', 'interval', 'time']).doUpdateSet(({ ref }) => ({
          open: ref('excluded.open'),
          high: ref('excluded.high'),
          low: ref('excluded.low'),
          close: ref('excluded.close'),
          volume: ref('excluded.volume'),
        })),
      )
      .execute()
  }
}

/** Stores candles that do not exist yet: a whole history in half the time. Full batches share one statement. */
export async function insertCandles(db: Db, rows: readonly CandleRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof CandleRow)[]
  const insert = (batch: readonly CandleRow[]) => db.insertInto('candles').values(batch)
  let full: CompiledQuery | undefined
  for (const batch of batches(rows)) {
    if (batch.length < ROWS_PER_INSERT) await insert(batch).execute()
    else {
      full ??= insert(batch).compile()
      await db.executeQuery({ ...full, parameters: batch.flatMap((row) => columns.map((column) => row[column])) })
    }
  }
}

function* batches(rows: readonly CandleRow[]): Generator<CandleRow[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) yield rows.slice(from, from + ROWS_PER_INSERT)
}

/** The newest bars of an interval that open before a second, oldest first. */
export async function readBars(
  db: Db,
  symbol: string,
  interval: Interval,
  before: number,
  limit: number,
): Promise<Bar[]> {
  const rows = await db
    .selectFrom('candles')
    .select(['time', 'open', 'high', 'low', 'close', 'volume'])
    .where('symbol', '=', symbol)
    .where('interval', '=', interval)
    .where('time', '<', BigInt(before))
    .orderBy('time', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toBar).reverse()
}

/**
 * The newest stored bars of an interval, oldest first, and the newest minute, which they lack. One statement reads both: between two, a
 * minute could end, and be found in both places or in neither.
 */
export async function readLackingBars(
  db: Db,
  symbol: string,
  interval: Interval,
  limit: number,
): Promise<{ bars: Bar[]; lacks: Bar | undefined }> {
  if (interval === '1m') {
    const bars = await readBars(db, symbol, interval, Number.MAX_SAFE_INTEGER, limit + 1)
    const lacks = bars.pop()
    return { bars, lacks }
  }
  const newest = (of: Interval, count: number) =>
    db
      .selectFrom('candles')
      .select(['interval', 'time', 'open', 'high', 'low', 'close', 'volume'])
      .where('symbol', '=', symbol)
      .where('interval', '=', of)
      .orderBy('time', 'desc')
      .limit(count)
  const rows = await db
    .selectFrom(newest(interval, limit).as('wide'))
    .selectAll()
    .unionAll(db.selectFrom(newest('1m', 1).as('minute')).selectAll())
    .execute()
  const bars = rows.filter((row) => row.interval === interval).map(toBar)
  const minute = rows.find((row) => row.interval === '1m')
  return { bars: bars.sort((a, b) => a.time - b.time), lacks: minute && toBar(minute) }
}

/** The stored bars of a symbol that were still growing at its newest minute. */
export async function readGrowth(db: Db, symbol: string, minute: Bar | undefined): Promise<Growth> {
  const wide = new Map<Interval, Bar>()
  if (!minute) return { minute, wide }
  // The wide bars lack the newest minute. If it is the first of its hour, for example, the bar of that hour does not exist yet, and the
  // previous one is over. So the bar that opens at this time is right, whether it is found or not.
  const rows = await db
    .selectFrom('candles')
    .selectAll()
    .where('symbol', '=', symbol)
    .where(({ or, and, eb }) =>
      or(
        wideIntervals.map((interval) =>
          and([eb('interval', '=', interval), eb('time', '=', BigInt(barOpen(interval, minute.time)))]),
        ),
      ),
    )
    .execute()
  for (const row of rows) wide.set(row.interval as Interval, toBar(row))
  return { minute, wide }
}
