import type { Candle } from '../../api/market/market.ts'

/** Input of a chart. */
export type CandlesState = {
  type: 'loading' | 'bars' | 'error'
  /** Those before the newest, oldest first. An unchanged list or candle stays the same object. */
  bars: readonly Candle[]
  /** The newest, which may still grow. */
  newest: Candle | undefined
  stale: boolean
  /** Age of cached bars, in ms since the epoch. */
  asOf?: number
}

/** A summary of the newest bars, for screen readers. `since`: opening time of the first, in seconds. */
export type Sum = { last: number; high: number; low: number; since: number; newest: number }

/** The part of the candles that a view renders: it changes rarely, while the bars change many times a second. */
export type Status = { type: CandlesState['type']; stale: boolean; asOf?: number | undefined; sum: Sum | null }

/** Number of bars in the summary. */
const SUMMED_UP = 60

const MINUTE = 60
const minuteOf = (time: number | undefined) => time && Math.floor(time / MINUTE)

/** The status of a state: the same object while only the price changed, within a minute. */
export function nextStatus(before: Status | null, { type, stale, asOf, bars, newest }: CandlesState): Status {
  const isSame = before?.type === type && before.stale === stale && before.asOf === asOf
  if (isSame && minuteOf(before.sum?.newest) === minuteOf(newest?.[0])) return before
  return { type, stale, asOf, sum: newest ? sumUp([...bars.slice(1 - SUMMED_UP), newest], newest) : null }
}

function sumUp(seen: readonly Candle[], newest: Candle): Sum {
  const [oldest = newest] = seen
  return {
    last: Number(newest[4]),
    high: Math.max(...seen.map(([, , high]) => Number(high))),
    low: Math.min(...seen.map(([, , , low]) => Number(low))),
    since: oldest[0],
    newest: newest[0],
  }
}
