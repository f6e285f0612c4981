import type { Candle } from '../api/market/market.ts'
import { barOpen, type ChartInterval } from '../rules/market/intervals.ts'
import { isAbove } from '../rules/money/money.ts'

/**
 * A chart's bars, oldest first: the newest, which grows many times a second, is separate, so that the list of the others
 * stays the same object.
 */
export type Bars = Readonly<{ closed: readonly Candle[]; newest: Candle | undefined }>

export const noBars: Bars = { closed: [], newest: undefined }

export const barsOf = (all: readonly Candle[]): Bars => ({ closed: all.slice(0, -1), newest: all.at(-1) })

/** All bars in one list. */
export const allOf = ({ closed, newest }: Bars): readonly Candle[] => (newest ? [...closed, newest] : closed)

/** Maximum bars of a chart. Live bars may exceed it: past twice as many, the oldest are dropped. */
export const BARS_MAX = 5_000

export const shorten = (bars: Bars): Bars =>
  bars.closed.length < 2 * BARS_MAX ? bars : { ...bars, closed: bars.closed.slice(-BARS_MAX) }

/** When the oldest bar opens, in seconds. */
export const oldestIn = ({ closed, newest }: Bars): number | undefined => (closed[0] ?? newest)?.[0]

/** A price and the time it was made, in ms since the epoch. */
export type PriceAt = { time: number; price: string }

const isSame = (a: Candle, b: Candle) => a.every((field, index) => field === b[index])

/**
 * Adds a price to the newest bar, or starts the next. A price older than the newest bar changes nothing.
 *
 * The volume does not grow: the stream does not carry it. Reloading the tail does.
 *
 * @returns the same object if nothing changed
 */
export function grow(bars: Bars, interval: ChartInterval, { time, price }: PriceAt): Bars {
  const opens = barOpen(interval, Math.floor(time / 1000))
  const { newest } = bars
  if (!newest || opens > newest[0]) return { closed: allOf(bars), newest: [opens, price, price, price, price, '0'] }
  if (opens < newest[0]) return bars
  const [, open, high, low, , volume] = newest
  const grown: Candle = [
    opens,
    open,
    isAbove(price, high) ? price : high,
    isAbove(low, price) ? price : low,
    price,
    volume,
  ]
  return isSame(grown, newest) ? bars : { ...bars, newest: grown }
}

/**
 * Replaces the known bars by the newest of the history where they overlap. Without overlap
 * they replace all: a shorter chart is better than a gap. An unchanged bar stays the same object.
 *
 * @param tail oldest first, at most `limit` bars
 * @param limit the requested number: fewer means that there are no older ones
 */
export function joinTail(bars: Bars, tail: readonly Candle[], limit: number): Bars {
  const [first] = tail
  if (!first) return bars
  const all = allOf(bars)
  const from = all.findIndex(([time]) => time >= first[0])
  if (from < 0 && tail.length >= limit) return barsOf(tail)
  const kept = from < 0 ? all : all.slice(0, from)
  const known = new Map(all.slice(kept.length).map((bar) => [bar[0], bar]))
  const joined = tail.map((bar) => {
    const before = known.get(bar[0])
    return before && isSame(before, bar) ? before : bar
  })
  return barsOf([...kept, ...joined])
}

/** Prepends older bars. */
export function joinOlder(bars: Bars, older: readonly Candle[]): Bars {
  const first = oldestIn(bars)
  if (first === undefined) return barsOf(older)
  return { ...bars, closed: [...older.filter(([time]) => time < first), ...bars.closed] }
}
