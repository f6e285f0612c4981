import { dayEnd, weekdayOf } from '../market/hours.ts'

/*
 * When forex positions roll over to the next value date: at the end of each day from Monday to Friday, 17:00 in New York, holidays too.
 * Trades settle two days later, so a position held over Wednesday pays for the weekend too.
 */

const DAY_MS = 86_400_000
const WEDNESDAY = 3

/** A rollover: its time, in ms, and the number of days charged. */
export type Rollover = { at: number; nights: number }

/**
 * The first rollover after a time.
 *
 * @param time ms since the epoch
 */
export function nextRollover(time: number): Rollover {
  let day = Math.floor(time / DAY_MS)
  const isWeekend = () => weekdayOf(day) === 0 || weekdayOf(day) === 6
  while (isWeekend() || dayEnd('forex', day) <= time) day += 1
  return { at: dayEnd('forex', day), nights: weekdayOf(day) === WEDNESDAY ? 3 : 1 }
}
