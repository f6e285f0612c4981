import type { Instrument } from '../../src/rules/market/instruments.ts'
import type { Interval } from '../../src/rules/market/intervals.ts'
import type { Db } from '../platform/database/database.ts'
import type { Minute } from '../platform/nodes/bus.ts'
import { append, type Bar, toCandleJson, toJson } from './bars.ts'
import { readBars, readLackingBars } from './candles.ts'

/** Number of newest candles cached per interval: the maximum of one call. */
const KEPT = 1_000
/** Maximum number of cached series: the most recently used. */
const SERIES_MAX = 64

/** The newest minute of a symbol, and the one before it if it was received. */
type Heard = { newest: Bar; before: Bar | undefined }

/**
 * The stored bars of an interval: the closed ones, by their time and as JSON, and `last`, which still grows. Both are without `lacks`, the
 * newest stored minute. `isAll`: the database has no earlier ones.
 */
type Series = {
  times: readonly number[]
  candles: readonly string[]
  last: Bar | undefined
  lacks: Bar | undefined
  isAll: boolean
}

export const toMinute = (symbol: string, { time, open, high, low, close, volume }: Bar): Minute => [
  symbol,
  time,
  ...([open, high, low, close, volume].map(String) as [string, string, string, string, string]),
]

function fromMinute([, time, ...figures]: Minute): Bar {
  const [open = 0n, high = 0n, low = 0n, close = 0n, volume = 0n] = figures.map(BigInt)
  return { time, open, high, low, close, volume }
}

/** The candles of a mirror: from the database once a minute, and the current minute from the leader. */
export function createCandleMemory(db: Db) {
  const minutes = new Map<string, Heard>()
  const kept = new Map<string, { minute: number; series: Promise<Series> }>()

  const load = async (instrument: Instrument, interval: Interval): Promise<Series> => {
    const { bars, lacks } = await readLackingBars(db, instrument.symbol, interval, KEPT)
    const last = bars.pop()
    return {
      times: bars.map(({ time }) => time),
      candles: bars.map((bar) => toCandleJson(bar, instrument)),
      last,
      lacks,
      isAll: bars.length + 1 < KEPT,
    }
  }

  /** Read again each minute, when the bars include the completed minute. */
  const seriesOf = (instrument: Instrument, interval: Interval): Promise<Series> => {
    const key = `${instrument.symbol} ${interval}`
    const minute = minutes.get(instrument.symbol)?.newest.time
    const known = kept.get(key)
    kept.delete(key)
    if (known && known.minute === minute) {
      kept.set(key, known)
      return known.series
    }
    const series = load(instrument, interval)
    if (minute === undefined) return series
    const entry = { minute, series }
    const forget = () => {
      if (kept.get(key) === entry) kept.delete(key)
    }
    kept.set(key, entry)
    for (const oldest of kept.keys()) if (kept.size > SERIES_MAX) kept.delete(oldest)
    // If the database is behind, it is read again.
    series.then(({ lacks }) => lacks?.time !== minute && forget(), forget)
    return series
  }

  return {
    /** Adds the leader's newest minutes. */
    add(made: readonly Minute[]): void {
      for (const minute of made) {
        const [symbol] = minute
        const newest = fromMinute(minute)
        const known = minutes.get(symbol)
        minutes.set(symbol, { newest, before: known && known.newest.time < newest.time ? known.newest : known?.before })
      }
    },
    /** Discards the received minutes, because some are missing. */
    forget: () => minutes.clear(),
    /** Candles as JSON, oldest first, the last with all received trades. */
    async candles(
      instrument: Instrument,
      interval: Interval,
      { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
    ): Promise<string> {
      const { times, candles, last, lacks, isAll } = await seriesOf(instrument, interval)
      const growing: Bar[] = last ? [last] : []
      for (const minute of minutesBehind(lacks, minutes.get(instrument.symbol))) append(growing, interval, minute)
      const isBefore = (time: number) => time < before
      const grown = growing.filter(({ time }) => isBefore(time)).map((bar) => toCandleJson(bar, instrument))
      const stored = grown.length > 0 ? candles.length : times.findLastIndex(isBefore) + 1
      const lacking = limit - grown.length
      if (stored >= lacking || isAll) {
        return toJson([...candles.slice(Math.max(0, stored - lacking), stored), ...grown.slice(Math.max(0, -lacking))])
      }
      const bars = await readBars(db, instrument.symbol, interval, before, limit)
      return toJson(bars.map((bar) => toCandleJson(bar, instrument)))
    },
  }
}

/** The minutes that stored bars lack: the newest at that time, and the newest now. */
function minutesBehind(lacks: Bar | undefined, heard: Heard | undefined): Bar[] {
  if (!heard || (lacks && heard.newest.time < lacks.time)) return lacks ? [lacks] : []
  if (!lacks || heard.newest.time === lacks.time) return [heard.newest]
  return [heard.before?.time === lacks.time ? heard.before : lacks, heard.newest]
}
