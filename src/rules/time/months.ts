import { type Day, dayAfter, dayOf, secondsAt, startOfDay, type Zone } from './zone.ts'

/** A calendar month: `2026-11`. */
export type Month = string

/**
 * The month of a time.
 *
 * @param at seconds since the epoch
 */
export const monthOf = (at: number, zone: Zone): Month => dayOf(at, zone).slice(0, 7)

/** The month this many months later; earlier if negative. */
export function monthsAfter(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** When a month begins, in seconds since the epoch. */
export const startOfMonth = (month: Month, zone: Zone): number => startOfDay(`${month}-01`, zone)

/** When a month and the next one begin, in seconds since the epoch. */
export const boundsOf = (month: Month, zone: Zone): { from: number; to: number } => ({
  from: startOfMonth(month, zone),
  to: startOfMonth(monthsAfter(month, 1), zone),
})

/** Whether a month of a zone ends between two times, in seconds. */
export const splitsMonths =
  (zone: Zone) =>
  (from: number, to: number): boolean =>
    monthOf(from, zone) !== monthOf(to - 1, zone)

/** Whether a text is a valid month. */
export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

/** Whether a text is a valid day. */
export const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && dayOf(secondsAt(text), 'UTC') === text

/** A month, or a range of days, both inclusive; either end may be open. */
export type Span = { month?: Month | undefined; from?: Day | undefined; to?: Day | undefined }

/** When a span begins and ends, in seconds since the epoch; absent for an open end. */
export function secondsOf({ month, from, to }: Span, zone: Zone): { from?: number; to?: number } {
  const whole = month === undefined ? undefined : boundsOf(month, zone)
  return {
    ...whole,
    ...(from !== undefined && { from: Math.max(startOfDay(from, zone), whole?.from ?? 0) }),
    ...(to !== undefined && {
      to: Math.min(startOfDay(dayAfter(to), zone), whole?.to ?? Number.POSITIVE_INFINITY),
    }),
  }
}
