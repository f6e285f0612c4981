import type { LeverDirection } from '../../../rules/lever/lever.ts'

/** A daily bar: its start in seconds, and its prices as decimals. */
type DayBar = readonly [time: number, open: string, high: string, low: string, ...rest: string[]]

/** The number of days with such a move, and of all days. */
export type DaysMoved = { moved: number; days: number }

/**
 * On how many days the price moved this far against a position opened at the start of the day. For information only: it says nothing about
 * the future.
 *
 * @param bars of whole days
 * @param moveBps the move, in basis points of the day's first price
 */
export function daysMoved(bars: readonly DayBar[], direction: LeverDirection, moveBps: number): DaysMoved {
  const far = bars.filter(([, open, high, low]) => {
    const [first, worst] = [Number(open), Number(direction === 'long' ? low : high)]
    return (Math.abs(worst - first) / first) * 10_000 >= moveBps
  })
  return { moved: far.length, days: bars.length }
}
