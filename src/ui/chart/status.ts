import type { Candle } from '../../api/market.ts'

/** What a chart is fed with. */
export type CandlesState = {
  type: 'loading' | 'bars' | 'error'
  /** Those before the newest, oldest first. A list, or a candle, that did not change stays the same object. */
  bars: readonly Candle[]
  /** The newest, which may still grow. */
  newest: Candle | undefined
  stale: boolean
  /** When they were so, in ms since the epoch, where that is not now. */
  asOf?: number
}

/** The newest bars in sum, for those who do not see them. `since`: when the first of them opened, in seconds. */
export type Sum = { last: number; high: number; low: number; since: number; newest: number }

/** What of the candles a view renders with: it changes seldom, while the bars change many times a second. */
export type Status = { type: CandlesState['type']; stale: boolean; asOf?: number | undefined; sum: Sum | null }

/** How many bars the sum goes back. */
const SUMMED_UP = 60

const MINUTE = 60
const minuteOf = (time: number | undefined) => time && Math.floor(time / MINUTE)

/** The status after a state: the same object while nothing changed but the price, within a minute. */
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
