import { nextOpen } from '../../src/rules/market/hours.ts'
import type { Instrument } from '../../src/rules/market/instruments.ts'
import { type Interval, intervalSeconds, intervals } from '../../src/rules/market/intervals.ts'
import { type Db, type Tx, transact } from '../platform/database/database.ts'
import { append, type Bar, type Growth, MINUTE_SECONDS } from './bars.ts'
import { type CandleRow, insertCandles, readBars, readGrowth, saveCandles, toRow } from './candles.ts'
import { filledSince, requireTerm } from './record.ts'
import { instrumentsOf, type Source, type StepBar } from './source.ts'
import { barsAtFirst, beginnings, planSteps } from './steps.ts'

/** A symbol's existing bars; none before the first start. */
type Holding =
  | { instrument: Instrument; growth: Growth & { minute: Bar } }
  | { instrument: Instrument; growth: undefined }

/**
 * Fills in the candles up to the last full minute, from the source's own history: all of it at the first start, and later what the server
 * missed while stopped. Atomic, in one transaction. Recorded ticks are never invented.
 *
 * @param now ms since the epoch
 * @param the writer's term
 * @returns the time since which the data is this source's, in ms
 * @throws TermOver if another term has begun
 */
export async function fillHistory(db: Db, source: Source, now: number, term: number): Promise<number> {
  const since = await filledSince(db)
  const until = Math.floor(now / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS
  const holdings = await Promise.all(instrumentsOf(source).map((instrument) => holdingOf(db, instrument)))
  const writes = await missing(source, holdings, until, since)
  await transact(db, async (tx) => {
    await requireTerm(tx, term)
    for (const write of writes) await write(tx)
  })
  return since
}

async function holdingOf(db: Db, instrument: Instrument): Promise<Holding> {
  const { symbol } = instrument
  const [minute] = await readBars(db, symbol, '1m', Number.MAX_SAFE_INTEGER, 1)
  if (!minute) return { instrument, growth: undefined }
  const { wide } = await readGrowth(db, symbol, minute)
  return { instrument, growth: { minute, wide } }
}

const sinceOf = ({ growth }: Holding) => growth && growth.minute.time + MINUTE_SECONDS

/** The missing candles, symbol by symbol. */
async function missing(
  source: Source,
  holdings: readonly Holding[],
  until: number,
  started: number,
): Promise<((tx: Tx) => Promise<void>)[]> {
  const begins = beginnings(until)
  const first = holdings.filter(({ growth }) => !growth)
  const behind = holdings.filter((holding) => {
    const since = sinceOf(holding)
    return since !== undefined && nextOpen(holding.instrument.kind, since * 1000) < until * 1000
  })
  const groups = [first, behind].map(async (group) => {
    if (group.length === 0 || !source.history) return []
    const past = await source.history(
      planSteps(until, group.map(sinceOf)),
      group.map((holding) => ({
        symbol: holding.instrument.symbol,
        last: holding.growth && { price: holding.growth.minute.close, since: sinceOf(holding) ?? 0 },
      })),
      started,
    )
    return group.map((holding) => async (tx: Tx) => {
      const { symbol } = holding.instrument
      await forgetBeforeGap(tx, symbol, sinceOf(holding), begins)
      const rows = widen(holding, past(symbol), begins)
      await (holding.growth ? saveCandles(tx, rows) : insertCandles(tx, rows))
    })
  })
  return (await Promise.all(groups)).flat()
}

/** Builds the bars of all intervals from bars of mixed widths. The wider ones omit the newest minute, and include it once it is over. */
function widen(holding: Holding, bars: StepBar[], begins: ReadonlyMap<Interval, number>): CandleRow[] {
  if (bars.length === 0) return []
  const { instrument, growth } = holding
  const over = bars.at(-1)?.width === MINUTE_SECONDS ? bars.slice(0, -1) : bars
  return intervals.flatMap((interval) => {
    const begin = begins.get(interval) ?? 0
    const width = intervalSeconds[interval]
    const made: Bar[] = []
    if (interval !== '1m' && growth && (sinceOf(holding) ?? 0) >= begin) {
      const last = growth.wide.get(interval)
      if (last) made.push(last)
      append(made, interval, growth.minute)
    }
    for (const bar of interval === '1m' ? bars : over) {
      if (bar.width <= width && bar.time >= begin) append(made, interval, bar)
    }
    return (growth ? made : made.slice(-barsAtFirst(interval))).map((bar) => toRow(instrument.symbol, interval, bar))
  })
}

/**
 * After a gap longer than an interval's history, that interval restarts: older bars would be separated by a hole.
 */
async function forgetBeforeGap(
  tx: Tx,
  symbol: string,
  since: number | undefined,
  begins: ReadonlyMap<Interval, number>,
): Promise<void> {
  if (since === undefined) return
  for (const interval of intervals) {
    if (since >= (begins.get(interval) ?? 0)) continue
    await tx
      .deleteFrom('candles')
      .where('symbol', '=', symbol)
      .where('interval', '=', interval)
      .where('time', '<', BigInt(begins.get(interval) ?? 0))
      .execute()
  }
}
