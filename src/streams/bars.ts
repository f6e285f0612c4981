import type { Candle } from '../api/market.ts'
import { barOpen, type Interval } from '../rules/intervals.ts'
import { isAbove } from '../rules/money.ts'

/** A price and the time it was made, in ms since the epoch. */
export type PriceAt = { time: number; price: string }

const isSame = (a: Candle, b: Candle) => a.every((field, index) => field === b[index])

/**
 * Lets the last bar grow by a price, or begins the next. A price older than the last bar changes nothing.
 *
 * The volume does not grow: the stream does not say how much was traded in a bar. Loading the tail again brings it.
 *
 * @returns the same array where nothing changed; otherwise a new one, in which all bars but the last are the same objects
 */
export function grow(bars: readonly Candle[], interval: Interval, { time, price }: PriceAt): readonly Candle[] {
  const opens = barOpen(interval, Math.floor(time / 1000))
  const last = bars.at(-1)
  if (!last || opens > last[0]) return [...bars, [opens, price, price, price, price, '0']]
  if (opens < last[0]) return bars
  const [, open, high, low, , volume] = last
  const grown: Candle = [
    opens,
    open,
    isAbove(price, high) ? price : high,
    isAbove(low, price) ? price : low,
    price,
    volume,
  ]
  return isSame(grown, last) ? bars : bars.with(-1, grown)
}

/**
 * Puts the newest bars of the history in the place of what was known of them. Where they do not reach what is known,
 * they replace all of it: better a shorter chart than one with a hole.
 *
 * @param tail oldest first, at most `limit` bars
 * @param limit how many were asked for: fewer means that there are no older ones
 * @returns an array in which bars that did not change are the same objects
 */
export function joinTail(bars: readonly Candle[], tail: readonly Candle[], limit: number): readonly Candle[] {
  const [first] = tail
  if (!first) return bars
  const from = bars.findIndex(([time]) => time >= first[0])
  if (from < 0 && tail.length >= limit) return tail
  const kept = from < 0 ? bars : bars.slice(0, from)
  const known = new Map(bars.slice(kept.length).map((bar) => [bar[0], bar]))
  const joined = tail.map((bar) => {
    const before = known.get(bar[0])
    return before && isSame(before, bar) ? before : bar
  })
  return [...kept, ...joined]
}

/** Puts older bars before the known ones. */
export function joinOlder(bars: readonly Candle[], older: readonly Candle[]): readonly Candle[] {
  const [first] = bars
  return first ? [...older.filter(([time]) => time < first[0]), ...bars] : older
}
