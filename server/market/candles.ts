import { barOpen, type Interval } from '../../src/rules/intervals.ts'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'
import { append, type Bar, type Growth, wideIntervals } from './bars.ts'

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

/** Stores candles. One that is there already takes the new figures. */
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

/** Stores candles none of which is there: for a whole history, a third quicker. */
export async function insertCandles(db: Db, rows: readonly CandleRow[]): Promise<void> {
  for (const batch of batches(rows)) await db.insertInto('candles').values(batch).execute()
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
 * The newest bars of an interval that open before a second, oldest first, the last with all that is recorded. Read by
 * one statement: between two, a minute could come to an end, and be found in both places or in neither.
 */
export async function readGrownBars(
  db: Db,
  symbol: string,
  interval: Interval,
  before: number,
  limit: number,
): Promise<Bar[]> {
  if (interval === '1m') return readBars(db, symbol, interval, before, limit)
  const newest = (of: Interval, count: number) =>
    db
      .selectFrom('candles')
      .select(['interval', 'time', 'open', 'high', 'low', 'close', 'volume'])
      .where('symbol', '=', symbol)
      .where('interval', '=', of)
      .orderBy('time', 'desc')
      .limit(count)
  const wide = newest(interval, limit).where('time', '<', BigInt(before))
  const rows = await db
    .selectFrom(wide.as('wide'))
    .selectAll()
    .unionAll(db.selectFrom(newest('1m', 1).as('minute')).selectAll())
    .execute()
  const bars = rows
    .filter((row) => row.interval === interval)
    .map(toBar)
    .sort((a, b) => a.time - b.time)
  const minute = rows.find((row) => row.interval === '1m')
  if (minute && barOpen(interval, Number(minute.time)) < before) append(bars, interval, toBar(minute))
  return bars.slice(-limit)
}

/** The bars of a symbol that still grew when they were stored, by its newest minute. */
export async function readGrowth(db: Db, symbol: string, minute: Bar | undefined): Promise<Growth> {
  const wide = new Map<Interval, Bar>()
  if (!minute) return { minute, wide }
  // The wide bars lack the newest minute. Where it is the first of its hour, say, the bar of that hour is yet to come,
  // and the one of the hour before is over: found or not, the one at this very time is right.
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
