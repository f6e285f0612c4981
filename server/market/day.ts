import { mulDiv } from '../../src/rules/money.ts'
import { type Bar, join, MINUTE_SECONDS } from './bars.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
const SPARK_CLOSES = 24

/** Minutes that a symbol's day is made of: one more than a day has, for the price that it opened at. */
export const DAY_BARS = DAY_SECONDS / MINUTE_SECONDS + 1

/** A symbol's last 24 hours, in minor units. `turnover` counts the quote currency at the price's scale. */
export type DayFigures = { open: bigint; high: bigint; low: bigint; volume: bigint; turnover: bigint; spark: bigint[] }

/** What the minutes that are over come to: it changes once a minute. */
type Settled = {
  since: number
  before: Bar | undefined
  whole: Bar | undefined
  turnover: bigint
  hours: [number, bigint][]
}

export type Day = ReturnType<typeof createDay>

/**
 * The last 24 hours of a symbol, to the minute.
 *
 * @param over minutes that are over, oldest first
 * @param quantityScale decimals of the volume
 */
export function createDay(over: readonly Bar[], quantityScale: number) {
  let bars = over.slice(-DAY_BARS)
  let settled: Settled | undefined

  // A minute's typical price is the mean of its four: the turnover is an estimate to that extent.
  const divisor = 4n * 10n ** BigInt(quantityScale)
  const turnoverOf = ({ open, high, low, close, volume }: Bar) =>
    mulDiv(volume, open + high + low + close, divisor, 'halfEven')

  const settle = (since: number): Settled => {
    if (settled?.since === since) return settled
    const within = bars.filter(({ time }) => time >= since)
    const [first, ...rest] = within
    const hours = new Map(bars.map(({ time, close }) => [Math.floor(time / HOUR_SECONDS), close]))
    settled = {
      since,
      before: bars.findLast(({ time }) => time < since),
      whole: first && rest.reduce(join, first),
      turnover: within.reduce((sum, bar) => sum + turnoverOf(bar), 0n),
      hours: [...hours],
    }
    return settled
  }

  return {
    /** Takes in a minute that is over. */
    add(bar: Bar): void {
      bars = [...bars.slice(1 - DAY_BARS), bar]
      settled = undefined
    },
    /**
     * The figures of the 24 hours that end at `until`, in seconds at a full minute.
     *
     * @param newest the minute that still grows, or the last before trading ceased
     */
    figures(until: number, newest: Bar): DayFigures {
      const since = until - DAY_SECONDS
      const { before, whole, turnover, hours } = settle(since)
      const growing = newest.time >= since ? newest : undefined
      const day = whole && growing ? join(whole, growing) : (whole ?? growing)
      const hour = Math.floor(newest.time / HOUR_SECONDS)
      const closes = hours.filter(([at]) => at !== hour).map(([, close]) => close)
      return {
        // Without a trade in the 24 hours, the price before them is still the price.
        open: day ? (before?.close ?? day.open) : newest.close,
        high: day?.high ?? newest.close,
        low: day?.low ?? newest.close,
        volume: day?.volume ?? 0n,
        turnover: turnover + (growing ? turnoverOf(growing) : 0n),
        spark: [...closes, newest.close].slice(-SPARK_CLOSES),
      }
    },
    /** The volume of the 24 hours that end at `until`: as in `figures`, and cheap. */
    volume(until: number, newest: Bar): bigint {
      const since = until - DAY_SECONDS
      return (settle(since).whole?.volume ?? 0n) + (newest.time >= since ? newest.volume : 0n)
    },
  }
}
