import type { Lang } from '../../api/wire/first-fields.ts'
import type { Interval } from '../../rules/market/intervals.ts'
import { DAY_SECONDS } from '../../rules/money/paper-day.ts'
import { type Day, secondsAt } from '../../rules/time/zone.ts'
import { bcp47, formatCount, formatTimeMs, formatter, zoneShown } from './format.ts'

/**
 * A time to the millisecond, as for ticks: `YYYY-MM-DD HH:mm:ss.SSS`.
 *
 * @param ms since the epoch
 */
export const formatMillis = (ms: number, timeZone = zoneShown()): string =>
  `${formatTimeMs(ms, timeZone)}.${String(ms % 1000).padStart(3, '0')}`

/**
 * A month of the calendar in words: `November 2026`.
 *
 * @param month as `2026-11`
 */
export const formatMonth = (month: string, lang: Lang): string =>
  new Intl.DateTimeFormat(bcp47(lang), {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))

/** A day, or several: `24–25 Nov 2026`. */
export const formatDays = (from: Day, to: Day, lang: Lang): string =>
  new Intl.DateTimeFormat(bcp47(lang), {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).formatRange(secondsAt(from) * 1000, secondsAt(to) * 1000)

/** A day as a heading: `today`, `yesterday`, otherwise `2026-11-24`. */
export const formatNearDay = (day: Day, today: Day, lang: Lang): string => {
  const ago = (secondsAt(today) - secondsAt(day)) / DAY_SECONDS
  return ago === 0 || ago === 1
    ? new Intl.RelativeTimeFormat(bcp47(lang), { numeric: 'auto' }).format(-ago, 'day')
    : day
}

const shortUnit = (count: number, unit: 'second' | 'day', lang: Lang): string =>
  lang === 'jp'
    ? // Intl's narrow Japanese has the Latin unit, and its short form an unusual space.
      `${formatCount(count, lang)}${unit === 'day' ? '日' : '秒'}`
    : formatter(lang, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count)

/** A period in seconds, in the language's own short form: `30s`, `30秒`. */
export const formatSeconds = (seconds: number, lang: Lang): string => shortUnit(seconds, 'second', lang)

/** A number of days, in the language's own short form: `30d`, `30日`. */
export const formatDayCount = (days: number, lang: Lang): string =>
  // Intl's narrow days of Latin American Spanish are `30dd.`.
  lang === 'es' ? longUnit(days, 'day', lang) : shortUnit(days, 'day', lang)

const longUnit = (count: number, unit: string, lang: Lang): string => {
  const text = formatter(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  // Intl adds a space, which is unusual in Chinese and Japanese.
  return lang === 'jp' || lang === 'hk' ? text.replace(' ', '') : text
}

/** Up to this many seconds, a wait is shown in seconds. */
const WAIT_SECONDS_MAX = 90

/** A wait in words: `45 seconds`, above 90 seconds `5 minutes`, rounded up, or `1 hour` for whole hours. */
export function formatWait(seconds: number, lang: Lang): string {
  const [unit, length] =
    seconds > 0 && seconds % 3_600 === 0 ? ['hour', 3_600] : seconds > WAIT_SECONDS_MAX ? ['minute', 60] : ['second', 1]
  return longUnit(Math.ceil(seconds / length), unit, lang)
}

const units: Record<string, string> = { m: 'minute', h: 'hour', d: 'day', w: 'week' }

/** An interval for screen readers: `5 minutes`. The visible short form is the same in all languages. */
export const longInterval = (interval: Interval, lang: Lang): string =>
  longUnit(Number.parseInt(interval, 10), units[interval.slice(-1)] ?? 'minute', lang)
