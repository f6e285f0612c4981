import { weekdayOf } from '../market/hours.ts'

/*
 * When forex positions roll over to the next value date: at 17:00 in New York, Monday to Friday. Trades settle two days later, so a
 * position held over Wednesday pays for the weekend too.
 */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEDNESDAY = 3

/** A rollover: its time, in ms, and the number of days charged. */
export type Rollover = { at: number; nights: number }

/** The first Sunday of a month at or after a day of it. @param month from 0 */
function sundayFrom(year: number, month: number, date: number): number {
  const day = Date.UTC(year, month, date) / DAY_MS
  return day + ((7 - weekdayOf(day)) % 7)
}

/** Whether New York has daylight saving time at 17:00 of a day: from the second Sunday of March to the first of November. Source: 15 U.S.C. 260a. */
function isSummer(day: number): boolean {
  const year = new Date(day * DAY_MS).getUTCFullYear()
  return day >= sundayFrom(year, 2, 8) && day < sundayFrom(year, 10, 1)
}

const atOf = (day: number) => day * DAY_MS + (isSummer(day) ? 21 : 22) * HOUR_MS

/**
 * The first rollover after a time.
 *
 * @param time ms since the epoch
 */
export function nextRollover(time: number): Rollover {
  let day = Math.floor(time / DAY_MS)
  const isWeekend = () => weekdayOf(day) === 0 || weekdayOf(day) === 6
  while (isWeekend() || atOf(day) <= time) day += 1
  return { at: atOf(day), nights: weekdayOf(day) === WEDNESDAY ? 3 : 1 }
}
