import type { InstrumentKind } from './instruments.ts'

const DAY_MS = 86_400_000
/** A trading day is named after the date on which it ends, and begins at 22:00 UTC the day before. */
const BEGINS_BEFORE_MS = 2 * 3_600_000

/** The day of the week of a day since the epoch: 0 is Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number) => (((day + 4) % 7) + 7) % 7

/** Days of each year on which only crypto trades: New Year’s Day and Christmas Day, as `month-day`. */
export const holidays: readonly string[] = ['01-01', '12-25']

const dayOf = (time: number) => Math.floor((time + BEGINS_BEFORE_MS) / DAY_MS)
const beginningOf = (day: number) => day * DAY_MS - BEGINS_BEFORE_MS

function isTraded(day: number): boolean {
  const weekday = weekdayOf(day)
  if (weekday === 0 || weekday === 6) return false
  const date = new Date(day * DAY_MS)
  return !holidays.includes(`${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`)
}

const two = (value: number) => String(value).padStart(2, '0')

/**
 * Whether the market of this kind is open.
 *
 * Crypto never closes. Forex and metals close from Friday 22:00 to Sunday 22:00 UTC, the usual hours of the interbank market, and on
 * holidays from 22:00 UTC of the day before to 22:00 UTC.
 *
 * @param time ms since the epoch
 */
export const isOpen = (kind: InstrumentKind, time: number): boolean => kind === 'crypto' || isTraded(dayOf(time))

/**
 * When the market of this kind opens next: `time` itself if it is open.
 *
 * @param time ms since the epoch
 */
export function nextOpen(kind: InstrumentKind, time: number): number {
  if (isOpen(kind, time)) return time
  let day = dayOf(time)
  while (!isTraded(day)) day += 1
  return beginningOf(day)
}

/**
 * When the open market of this kind closes next: `Infinity` if never, `time` itself if it is closed.
 *
 * @param time ms since the epoch
 */
export function nextClose(kind: InstrumentKind, time: number): number {
  if (kind === 'crypto') return Number.POSITIVE_INFINITY
  let day = dayOf(time)
  if (!isTraded(day)) return time
  while (isTraded(day)) day += 1
  return beginningOf(day)
}
