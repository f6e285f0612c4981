import type { Candle } from '../../api/market.ts'

/** What a chart is fed with. */
export type CandlesState = {
  type: 'loading' | 'bars' | 'error'
  /** Oldest first. The last may still grow. A candle that did not change stays the same object. */
  bars: readonly Candle[]
  stale: boolean
}

/** The newest bars in sum, for those who do not see them. `since`: when the first of them opened, in seconds. */
export type Sum = { last: number; high: number; low: number; since: number; newest: number }

/** What of the candles a view renders with: it changes seldom, while the bars change many times a second. */
export type Status = { type: CandlesState['type']; stale: boolean; sum: Sum | null }

/** How many bars the sum goes back. */
const SUMMED_UP = 60

/** The status after a state: the same object while nothing changed but the price of the newest bar. */
export function nextStatus(before: Status, { type, stale, bars }: CandlesState): Status {
  const newest = bars.at(-1)?.[0]
  if (before.type === type && before.stale === stale && before.sum?.newest === newest) return before
  return { type, stale, sum: sumUp(bars) }
}

function sumUp(bars: readonly Candle[]): Sum | null {
  const seen = bars.slice(-SUMMED_UP)
  const [oldest, newest] = [seen[0], seen.at(-1)]
  if (!oldest || !newest) return null
  return {
    last: Number(newest[4]),
    high: Math.max(...seen.map(([, , high]) => Number(high))),
    low: Math.min(...seen.map(([, , , low]) => Number(low))),
    since: oldest[0],
    newest: newest[0],
  }
}
