import { mulDiv } from '../../src/rules/money/money.ts'
import { type Bar, join, MINUTE_SECONDS } from './bars.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
const SPARK_CLOSES = 24
// A day overlaps 25 hours, and its opening price may be in the hour before.
const HOURS_KEPT = 26

/** Number of minutes for a symbol's day: one more than a day has, for its opening price. */
export const DAY_BARS = DAY_SECONDS / MINUTE_SECONDS + 1

/** A symbol's last 24 hours, in minor units. `turnover` counts the quote currency at the price's scale. */
export type DayFigures = { open: bigint; high: bigint; low: bigint; volume: bigint; turnover: bigint; spark: bigint[] }

/** The sum of some minutes, and their turnover. */
type Sum = { bar: Bar; turnover: bigint }

/** An hour with trades, summed up, so that a day takes a few sums and not 1,440. */
type Hour = Sum & { hour: number; minutes: Sum[] }

/** The sum of the closed minutes since a second; it changes once a minute. */
type Settled = { since: number; before: Bar | undefined; whole: Sum | undefined }

const add = (sum: Sum | undefined, next: Sum): Sum =>
  sum ? { bar: join(sum.bar, next.bar), turnover: sum.turnover + next.turnover } : next

export type Day = ReturnType<typeof createDay>

/**
 * The last 24 hours of a symbol, to the minute.
 *
 * @param over closed minutes, oldest first
 * @param quantityScale decimals of the volume
 */
export function createDay(over: readonly Bar[], quantityScale: number) {
  let hours: Hour[] = []
  let settled: Settled | undefined

  // A minute's typical price is the mean of its four: the turnover is an estimate to that extent.
  const divisor = 4n * 10n ** BigInt(quantityScale)
  const sumOf = (bar: Bar): Sum => ({
    bar,
    turnover: mulDiv(bar.volume, bar.open + bar.high + bar.low + bar.close, divisor, 'halfEven'),
  })

  const take = (bar: Bar) => {
    const hour = Math.floor(bar.time / HOUR_SECONDS)
    const minute = sumOf(bar)
    const last = hours.at(-1)
    if (last?.hour === hour) {
      last.minutes.push(minute)
      Object.assign(last, add(last, minute))
    } else hours = [...hours.slice(1 - HOURS_KEPT), { hour, minutes: [minute], ...minute }]
    settled = undefined
  }
  for (const bar of over) take(bar)

  const settle = (since: number): Settled => {
    if (settled?.since === since) return settled
    let before: Bar | undefined
    let whole: Sum | undefined
    for (const hour of hours) {
      const begins = hour.hour * HOUR_SECONDS
      const isCut = begins < since && since < begins + HOUR_SECONDS
      for (const sum of isCut ? hour.minutes : [hour]) {
        if (sum.bar.time < since) before = sum.bar
        else whole = add(whole, sum)
      }
    }
    settled = { since, before, whole }
    return settled
  }

  return {
    /** Adds a closed minute. */
    add: take,
    /**
     * The figures of the 24 hours that end at `until`, in seconds at a full minute.
     *
     * @param newest the growing minute, or the last one before the market closed
     */
    figures(until: number, newest: Bar): DayFigures {
      const since = until - DAY_SECONDS
      const { before, whole } = settle(since)
      const sum = newest.time >= since ? add(whole, sumOf(newest)) : whole
      const hour = Math.floor(newest.time / HOUR_SECONDS)
      const closes = hours.filter((other) => other.hour !== hour).map(({ bar }) => bar.close)
      return {
        // Without a trade in the 24 hours, the price before them still applies.
        open: sum ? (before?.close ?? sum.bar.open) : newest.close,
        high: sum?.bar.high ?? newest.close,
        low: sum?.bar.low ?? newest.close,
        volume: sum?.bar.volume ?? 0n,
        turnover: sum?.turnover ?? 0n,
        spark: [...closes, newest.close].slice(-SPARK_CLOSES),
      }
    },
    /** The volume of the 24 hours that end at `until`: as in `figures`, but cheap. */
    volume(until: number, newest: Bar): bigint {
      const since = until - DAY_SECONDS
      return (settle(since).whole?.bar.volume ?? 0n) + (newest.time >= since ? newest.volume : 0n)
    },
  }
}
