/** A month of the calendar, by UTC: `2026-11`. The same for everyone, wherever they are. */
export type Month = string

const pad = (number: number) => String(number).padStart(2, '0')

/**
 * The month that a moment is in.
 *
 * @param at seconds since the epoch
 */
export function monthOf(at: number): Month {
  const date = new Date(at * 1000)
  return `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}`
}

/** When a month begins, and when the next one does, in seconds since the epoch. */
export function boundsOf(month: Month): { from: number; to: number } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const start = (add: number) => Date.UTC(year, number - 1 + add, 1) / 1000
  return { from: start(0), to: start(1) }
}

/** A day of the calendar, by UTC: `2026-11-21`. */
export type Day = string

/** Whether a text is a month that there is. */
export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

/** Whether a text is a day that there is. */
export const isDay = (text: string): boolean => /^20\d\d-\d\d-\d\d$/.test(text) && dayOf(secondsAt(text)) === text

/**
 * The day that a moment is in.
 *
 * @param at seconds since the epoch
 */
export const dayOf = (at: number): Day => (Number.isNaN(at) ? '' : new Date(at * 1000).toISOString().slice(0, 10))

const secondsAt = (day: Day) => Date.parse(`${day}T00:00:00Z`) / 1000
const DAY_SECONDS = 86_400

/** A month, or days from one to another, both included; of these an end may be open. */
export type Span = { month?: Month | undefined; from?: Day | undefined; to?: Day | undefined }

/** When a span begins, and when it is over, in seconds since the epoch; left out where that end is open. */
export function secondsOf({ month, from, to }: Span): { from?: number; to?: number } {
  const whole = month === undefined ? undefined : boundsOf(month)
  return {
    ...whole,
    ...(from !== undefined && { from: Math.max(secondsAt(from), whole?.from ?? 0) }),
    ...(to !== undefined && { to: Math.min(secondsAt(to) + DAY_SECONDS, whole?.to ?? Number.POSITIVE_INFINITY) }),
  }
}
