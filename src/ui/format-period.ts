import type { Lang } from '../api/first-fields.ts'
import type { Interval } from '../rules/intervals.ts'
import { bcp47, formatCount, formatTime, formatter, zoneShown } from './format.ts'

/**
 * A moment to the millisecond, as a tick's time is shown: `YYYY-MM-DD HH:mm:ss.SSS`.
 *
 * @param ms since the epoch
 */
export const formatMillis = (ms: number, timeZone = zoneShown()): string =>
  `${formatTime(Math.floor(ms / 1000), timeZone)}.${String(ms % 1000).padStart(3, '0')}`

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

/** A period in seconds, in the language's own short form: `30s`, `30秒`. */
export const formatSeconds = (seconds: number, lang: Lang): string =>
  lang === 'jp'
    ? // Narrow Japanese writes the Latin unit of the others, and short Japanese a space that no Japanese writes.
      `${formatCount(seconds, lang)}秒`
    : formatter(lang, { style: 'unit', unit: 'second', unitDisplay: 'narrow' }).format(seconds)

/** Up to how long a wait is told in seconds. */
const WAIT_SECONDS_MAX = 90

/** A wait in words: `45 seconds`, and above 90 of them `5 minutes`, rounded up, or `1 hour` where it is whole hours. */
export function formatWait(seconds: number, lang: Lang): string {
  const [unit, length] =
    seconds > 0 && seconds % 3_600 === 0 ? ['hour', 3_600] : seconds > WAIT_SECONDS_MAX ? ['minute', 60] : ['second', 1]
  const text = formatter(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(seconds / length))
  // Intl writes a space that nobody writes between Chinese or Japanese words.
  return lang === 'jp' || lang === 'hk' ? text.replace(' ', '') : text
}

const units: Record<string, string> = { m: 'minute', h: 'hour', d: 'day', w: 'week' }

/** An interval as it is heard: `5 minutes`. What is seen is the traders' short form, the same in all languages. */
export const longInterval = (interval: Interval, lang: Lang): string =>
  formatter(lang, { style: 'unit', unit: units[interval.slice(-1)] ?? 'minute', unitDisplay: 'long' }).format(
    Number.parseInt(interval, 10),
  )
