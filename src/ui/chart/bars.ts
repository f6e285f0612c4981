import type { Candle } from '../../api/market/market.ts'

/**
 * Bars as columns of numbers for the plot, oldest first. Floats, so never for money.
 *
 * A bar is placed by its index, so that a market's closed hours leave no gap. `time`, in seconds since the epoch, is complete.
 * A bar's prices and volume are in their columns once `read` was called for it; the newest bar's always are.
 */
export type Bars = {
  /** The source of the columns: all candles except the newest, and the newest. */
  source: readonly Candle[]
  newest: Candle | undefined
  /** The range of closed bars whose numbers were read; the end is exclusive. */
  readFrom: number
  readTo: number
  time: number[]
  open: number[]
  high: number[]
  low: number[]
  close: number[]
  volume: number[]
}

/**
 * The changes by a new list of candles.
 *
 * - `changed`: some are the same as before. `prepended`: number of older ones added; `closeFrom` is the first
 * bar whose close is new, or the number of bars if none is
 * - `replaced`: nothing in common with the previous list
 */
export type Change = { type: 'none' } | { type: 'changed'; prepended: number; closeFrom: number } | { type: 'replaced' }

export const createBars = (): Bars => ({
  source: [],
  newest: undefined,
  readFrom: 0,
  readTo: 0,
  time: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
})

/**
 * Parses the numbers of a range of bars, once each: parsing costs more than drawing.
 *
 * @param first 0 or more
 */
export function read(bars: Bars, first: number, last: number): void {
  const { source } = bars
  const end = Math.min(last + 1, source.length)
  if (first > bars.readTo || end < bars.readFrom) {
    bars.readFrom = first
    bars.readTo = first
  }
  while (bars.readFrom > first) put(bars, --bars.readFrom, source[bars.readFrom])
  while (bars.readTo < end) put(bars, bars.readTo, source[bars.readTo++])
}

/** Parses only the closes, of all bars from an index on. */
export function readCloses(bars: Bars, from: number): void {
  const { source, close } = bars
  for (let index = from; index < source.length; index++) close[index] = Number(source[index]?.[4])
}

function put({ open, high, low, close, volume }: Bars, index: number, candle: Candle | undefined): void {
  if (!candle) return
  open[index] = Number(candle[1])
  high[index] = Number(candle[2])
  low[index] = Number(candle[3])
  close[index] = Number(candle[4])
  volume[index] = Number(candle[5])
}

/** Updates the bars from an index on. */
function write(bars: Bars, from: number): void {
  const { time, source, newest } = bars
  const closed = source.length
  for (let index = from; index < closed; index++) time[index] = source[index]?.[0] ?? Number.NaN
  bars.readFrom = Math.min(bars.readFrom, from)
  bars.readTo = Math.min(bars.readTo, from)
  if (!newest) return
  time[closed] = newest[0]
  put(bars, closed, newest)
}

/** Fills all columns to their length first: a write far past the end would turn them into slow dictionary arrays. */
function resize({ time, open, high, low, close, volume }: Bars, count: number): void {
  if (time.length === count) return
  for (const column of [time, open, high, low, close, volume]) column.length = count
}

/** The index of the candle that opens at `time` in the columns, or -1. */
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
 * Updates the columns with the closed candles and the newest, and returns the changes.
 *
 * Candles that are the same object as before count as unchanged; if only the newest grew, the list is not compared.
 */
export function applyBars(bars: Bars, source: readonly Candle[], newest: Candle | undefined): Change {
  const before = bars.source
  const wasNewest = bars.newest
  const first = bars.time[0]
  if (source === before && newest === wasNewest) return { type: 'none' }
  bars.source = source
  bars.newest = newest

  const [wasClosed, closed] = [before.length, source.length]
  let from = sharedBy(before, source)
  const isClosed = from === wasClosed && from < closed && source[from] === wasNewest
  if (isClosed) from++
  const count = closed + (newest ? 1 : 0)
  if (from === closed && wasClosed === closed && newest === wasNewest) return { type: 'none' }

  let closeFrom = from
  const closeNow = () => (closeFrom < closed ? source[closeFrom] : newest)?.[4]
  const closeBefore = () =>
    (closeFrom < wasClosed ? before[closeFrom] : closeFrom === wasClosed ? wasNewest : undefined)?.[4]
  while (closeFrom < count && closeNow() === closeBefore()) closeFrom++
  resize(bars, count)
  write(bars, from)

  const prepended = first === undefined ? -1 : indexOfTime(bars, first)
  if (prepended < 0) return { type: 'replaced' }
  return { type: 'changed', prepended, closeFrom: prepended > 0 ? 0 : closeFrom }
}
