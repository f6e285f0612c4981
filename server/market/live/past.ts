import type { Logger } from 'pino'
import type { Instrument } from '../../../src/rules/market/instruments.ts'
import { type Interval, intervalSeconds, intervals } from '../../../src/rules/market/intervals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Bar } from '../bars.ts'
import type { History, Step } from '../source.ts'
import { intoSteps } from '../steps.ts'
import type { Exchange } from './exchange.ts'
import { within } from './within.ts'

// Maximum time for the history, in ms, because the start waits for it. The charts lack the oldest bars that have not arrived by then.
const HISTORY_MS_MAX = 20_000
const BARS_PER_REQUEST = 1_000

/** An instrument, and its symbol at the exchange. */
type Listed = { instrument: Instrument; at: string }
/** Consecutive steps of one width, in seconds. */
type Run = { width: number; from: number; until: number }

/**
 * The history of an exchange, from its own candles, the newest first, as far as they arrive in time. If they do not, charts begin later,
 * and the log says so.
 */
export async function fetchPast(
  exchange: Exchange,
  steps: readonly Step[],
  listed: readonly Listed[],
  { clock, log }: { clock: Clock; log: Logger },
): Promise<History> {
  const bars = new Map<string, Bar[][]>(listed.map(({ instrument }) => [instrument.symbol, []]))
  const deadline = clock.now() + HISTORY_MS_MAX
  let missing = exchange.has.fetchOHLCV ? undefined : 'it has no candles'
  for (const run of runsOf(steps).reverse()) {
    const timeframe = widestTimeframe(exchange, run.width)
    if (missing !== undefined || !timeframe) break
    const fetched = listed.map(async ({ instrument, at }) => {
      const found = await within(clock, deadline - clock.now(), fetchRun(exchange, at, timeframe, run))
      bars.get(instrument.symbol)?.unshift(found.flatMap((row) => toBar(row, instrument)))
    })
    const [failed] = (await Promise.allSettled(fetched)).filter((each) => each.status === 'rejected')
    if (failed) missing = String(failed.reason)
  }
  if (missing !== undefined)
    log.warn({ exchange: exchange.id, reason: missing }, 'the charts lack part of their history')
  return (symbol) => intoSteps(steps, (bars.get(symbol) ?? []).flat())
}

function runsOf(steps: readonly Step[]): Run[] {
  const runs: Run[] = []
  for (const { time, width } of steps) {
    const last = runs.at(-1)
    if (last?.width === width && last.until === time) last.until = time + width
    else runs.push({ width, from: time, until: time + width })
  }
  return runs
}

const widestTimeframe = ({ timeframes = {} }: Exchange, width: number): Interval | undefined =>
  intervals.findLast((interval) => intervalSeconds[interval] <= width && Object.hasOwn(timeframes, interval))

async function fetchRun(exchange: Exchange, at: string, timeframe: Interval, { from, until }: Run) {
  const rows: (readonly (number | undefined)[])[] = []
  for (let since = from * 1000; since < until * 1000; ) {
    const page = await exchange.fetchOHLCV(at, timeframe, since, BARS_PER_REQUEST)
    const fresh = page.filter(([time = 0]) => time >= since && time < until * 1000)
    const newest = fresh.at(-1)?.[0]
    if (newest === undefined) break
    rows.push(...fresh)
    since = newest + intervalSeconds[timeframe] * 1000
  }
  return rows
}

function toBar(row: readonly (number | undefined)[], { scale, quantityScale }: Instrument): Bar[] {
  const [time, open, high, low, close, volume = 0] = row
  if (time === undefined || open === undefined || high === undefined || low === undefined || close === undefined)
    return []
  const units = [open, high, low, close].map((price) => Math.round(price * 10 ** scale))
  const quantity = Math.round(volume * 10 ** quantityScale)
  if (!units.every((price) => Number.isSafeInteger(price) && price > 0) || !Number.isSafeInteger(quantity)) return []
  const [first = 0n, highest = 0n, lowest = 0n, last = 0n] = units.map(BigInt)
  return [{ time: time / 1000, open: first, high: highest, low: lowest, close: last, volume: BigInt(quantity) }]
}
