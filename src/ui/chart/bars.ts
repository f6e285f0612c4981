import type { Candle } from '../../api/market.ts'

/**
 * Bars as columns of numbers, oldest first: what the plot draws from. Floats, so never for money.
 *
 * `x` counts the bars, so that a market's closed hours leave no hole. `time` is in seconds since the epoch.
 */
export type Bars = {
  /** What the columns were made from: all candles but the newest, and that one. */
  source: readonly Candle[]
  newest: Candle | undefined
  x: number[]
  time: number[]
  open: number[]
  high: number[]
  low: number[]
  close: number[]
  volume: number[]
}

/**
 * What a new list of candles changed.
 *
 * - `changed`: some are the same as before. `prepended` older ones came before the oldest; `closeFrom` is the first
 *   bar whose close is new, or the number of bars where none is
 * - `replaced`: nothing in common with what was there
 */
export type Change = { type: 'none' } | { type: 'changed'; prepended: number; closeFrom: number } | { type: 'replaced' }

export const createBars = (): Bars => ({
  source: [],
  newest: undefined,
  x: [],
  time: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
})

/** Writes candles from an index on, and says from which on a close is new. */
function write(bars: Bars, from: number, source: readonly Candle[], newest: Candle | undefined): number {
  const { x, time, open, high, low, close, volume } = bars
  const count = source.length + (newest ? 1 : 0)
  let closeFrom = from
  for (let index = from; index < count; index++) {
    const candle = source[index] ?? newest
    if (!candle) continue
    const closed = Number(candle[4])
    if (closeFrom === index && closed === close[index]) closeFrom++
    x[index] = index
    time[index] = candle[0]
    open[index] = Number(candle[1])
    high[index] = Number(candle[2])
    low[index] = Number(candle[3])
    close[index] = closed
    volume[index] = Number(candle[5])
  }
  return closeFrom
}

function truncate(bars: Bars, count: number): void {
  // A length that is set anew costs the same where it is the one before: as much as half a frame's reading, at each price.
  if (bars.x.length === count) return
  for (const column of [bars.x, bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume]) {
    column.length = count
  }
}

/** The index of the candle that opens at `time` among all that are in the columns, or -1 where there is none. */
function indexOfTime({ time: times }: Bars, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return times[low] === time ? low : -1
}

/** How many candles at the beginning are the same objects in both. */
function sharedBy(before: readonly Candle[], next: readonly Candle[]): number {
  if (before === next) return next.length
  const most = Math.min(before.length, next.length)
  let shared = 0
  while (shared < most && next[shared] === before[shared]) shared++
  return shared
}

/**
 * Brings the columns up to date with the closed candles and the newest, and says what changed.
 *
 * Candles that are the same object as before count as unchanged; where only the newest grew, the list is not looked at.
 */
export function applyBars(bars: Bars, source: readonly Candle[], newest: Candle | undefined): Change {
  const before = bars.source
  const wasNewest = bars.newest
  const first = bars.time[0]
  if (source === before && newest === wasNewest) return { type: 'none' }
  bars.source = source
  bars.newest = newest

  let from = sharedBy(before, source)
  const isClosed = from === before.length && from < source.length && source[from] === wasNewest
  if (isClosed) from++
  const count = source.length + (newest ? 1 : 0)
  if (from === source.length && before.length === source.length && newest === wasNewest) return { type: 'none' }

  const closeFrom = write(bars, from, source, newest)
  truncate(bars, count)

  const prepended = first === undefined ? -1 : indexOfTime(bars, first)
  if (prepended < 0) return { type: 'replaced' }
  return { type: 'changed', prepended, closeFrom: prepended > 0 ? 0 : closeFrom }
}
