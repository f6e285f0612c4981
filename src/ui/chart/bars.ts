import type { Candle } from '../../api/market.ts'

/**
 * Bars as columns of numbers, oldest first: what the plot draws from. Floats, so never for money.
 *
 * `x` counts the bars, so that a market's closed hours leave no hole. `time` is in seconds since the epoch.
 */
export type Bars = {
  source: readonly Candle[]
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
  x: [],
  time: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
})

function write(bars: Bars, index: number, [time, open, high, low, close, volume]: Candle): void {
  bars.x[index] = index
  bars.time[index] = time
  bars.open[index] = Number(open)
  bars.high[index] = Number(high)
  bars.low[index] = Number(low)
  bars.close[index] = Number(close)
  bars.volume[index] = Number(volume)
}

function truncate(bars: Bars, count: number): void {
  for (const column of [bars.x, bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume]) {
    column.length = count
  }
}

/** The number of candles in `next` before the one that opens at `time`, or -1 where there is no such candle. */
function indexOfTime(next: readonly Candle[], time: number): number {
  let low = 0
  let high = next.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((next[middle]?.[0] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return next[low]?.[0] === time ? low : -1
}

/**
 * Brings the columns up to date with `next`, and says what changed.
 *
 * Candles that are the same object as before count as unchanged, so that a live update costs one scan of references.
 */
export function applyBars(bars: Bars, next: readonly Candle[]): Change {
  const before = bars.source
  if (next === before) return { type: 'none' }
  bars.source = next

  const shared = Math.min(before.length, next.length)
  let from = 0
  while (from < shared && next[from] === before[from]) from++
  if (from === before.length && from === next.length) return { type: 'none' }

  let closeFrom = from
  for (let index = from; index < next.length; index++) {
    const candle = next[index]
    if (!candle) continue
    if (closeFrom === index && Number(candle[4]) === bars.close[index]) closeFrom++
    write(bars, index, candle)
  }
  truncate(bars, next.length)

  const first = before[0]
  const prepended = first ? indexOfTime(next, first[0]) : -1
  if (prepended < 0) return { type: 'replaced' }
  return { type: 'changed', prepended, closeFrom: prepended > 0 ? 0 : closeFrom }
}
