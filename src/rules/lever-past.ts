import type { LeverDirection } from './lever.ts'

/** A bar of one day: its beginning in seconds, and its prices as decimals. */
type DayBar = readonly [time: number, open: string, high: string, low: string, ...rest: string[]]

/** On how many of these days, and of how many. */
export type DaysMoved = { moved: number; days: number }

/**
 * On how many days the price went so far against a position that began with the day. It says what was, and nothing of what
 * comes: for people to read, and not reckoned with.
 *
 * @param bars of whole days
 * @param moveBps how far, in basis points of the day's first price
 */
export function daysMoved(bars: readonly DayBar[], direction: LeverDirection, moveBps: number): DaysMoved {
  const far = bars.filter(([, open, high, low]) => {
    const [first, worst] = [Number(open), Number(direction === 'long' ? low : high)]
    return (Math.abs(worst - first) / first) * 10_000 >= moveBps
  })
  return { moved: far.length, days: bars.length }
}
