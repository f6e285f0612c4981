import type { Candle } from '../api/market.ts'
import { barOpen, type ChartInterval } from '../rules/intervals.ts'
import { isAbove } from '../rules/money.ts'

/**
 * A chart's bars, oldest first: the newest, which grows many times a second, apart from those before it, whose list stays
 * the same object meanwhile.
 */
export type Bars = Readonly<{ closed: readonly Candle[]; newest: Candle | undefined }>

export const noBars: Bars = { closed: [], newest: undefined }

export const barsOf = (all: readonly Candle[]): Bars => ({ closed: all.slice(0, -1), newest: all.at(-1) })

/** All bars in one list. */
export const allOf = ({ closed, newest }: Bars): readonly Candle[] => (newest ? [...closed, newest] : closed)

/** Bars of a chart at most, but for those that come while one looks: past twice as many, the oldest are given up. */
export const BARS_MAX = 5_000

export const shorten = (bars: Bars): Bars =>
  bars.closed.length < 2 * BARS_MAX ? bars : { ...bars, closed: bars.closed.slice(-BARS_MAX) }

/** When the oldest bar opens, in seconds. */
export const oldestIn = ({ closed, newest }: Bars): number | undefined => (closed[0] ?? newest)?.[0]

/** A price and the time it was made, in ms since the epoch. */
export type PriceAt = { time: number; price: string }

const isSame = (a: Candle, b: Candle) => a.every((field, index) => field === b[index])

/**
 * Lets the newest bar grow by a price, or begins the next. A price older than the newest bar changes nothing.
 *
 * The volume does not grow: the stream does not say how much was traded in a bar. Loading the tail again brings it.
 *
 * @returns the same object where nothing changed
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
 * Puts the newest bars of the history in the place of what was known of them. Where they do not reach what is known,
 * they replace all of it: better a shorter chart than one with a hole. A bar that did not change is the same object.
 *
 * @param tail oldest first, at most `limit` bars
 * @param limit how many were asked for: fewer means that there are no older ones
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

/** Puts older bars before the known ones. */
export function joinOlder(bars: Bars, older: readonly Candle[]): Bars {
  const first = oldestIn(bars)
  if (first === undefined) return barsOf(older)
  return { ...bars, closed: [...older.filter(([time]) => time < first), ...bars.closed] }
}
