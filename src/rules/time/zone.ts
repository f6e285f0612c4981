/** A time zone by its IANA name: `Asia/Tokyo`. */
export type Zone = string

/** A calendar day: `2026-11-21`. */
export type Day = string

/** The default. */
export const UTC: Zone = 'UTC'

/** Offsets such as `+09:00` have no daylight saving time, and are not accepted as zones. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/
const NAME_MAX = 64

/** Whether a text is an IANA time zone known to this runtime, aliases included. */
export function isZone(text: string): boolean {
  if (text.length > NAME_MAX || !NAME.test(text)) return false
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    return known === text || known.toLowerCase() !== text.toLowerCase()
  } catch {
    return false
  }
}

/** The device's time zone; UTC if it has no named one. */
export function deviceZone(): Zone {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isZone(timeZone) ? timeZone : UTC
}

const clocks = new Map<Zone | undefined, Intl.DateTimeFormat>()

function clockOf(zone: Zone | undefined): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(zone, made)
  return made
}

/**
 * The local time of a zone: `2026-11-26 00:30:00`.
 *
 * @param at seconds since the epoch
 * @param zone by default the device’s
 */
export function clockTime(at: number, zone?: Zone): string {
  if (zone === UTC) return new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')
  const parts = clockOf(zone).formatToParts(at * 1000)
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`
}

/**
 * The UTC offset of a zone, in seconds.
 *
 * @param at seconds since the epoch
 */
export const offsetAt = (at: number, zone: Zone): number =>
  zone === UTC ? 0 : Date.parse(`${clockTime(at, zone).replace(' ', 'T')}Z`) / 1000 - at

/**
 * When the clocks of a zone show a local time: the inverse of `clockTime`. If clocks show it twice or skip it, one of the moments nearby.
 *
 * @param local seconds since the epoch, as if the zone were UTC
 * @returns seconds since the epoch
 */
export const momentOf = (local: number, zone: Zone): number => local - offsetAt(local - offsetAt(local, zone), zone)

/** A UTC offset in ISO 8601: `+09:00`. */
function offsetText(seconds: number): string {
  const minutes = Math.abs(seconds) / 60
  const two = (number: number) => String(number).padStart(2, '0')
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * A zone's UTC offset for display: `UTC+09:00`.
 *
 * @param at seconds since the epoch
 */
export const offsetName = (at: number, zone: Zone): string => `UTC${offsetText(offsetAt(at, zone)).replace('-', '−')}`

/**
 * A time in ISO 8601 with the zone's offset: `2026-11-26T00:30:00+09:00`, in UTC with a `Z`.
 *
 * @param at seconds since the epoch
 */
export const timeIn = (at: number, zone: Zone): string =>
  clockTime(at, zone).replace(' ', 'T') + (zone === UTC ? 'Z' : offsetText(offsetAt(at, zone)))

/**
 * The day of a time.
 *
 * @param at seconds since the epoch
 * @param zone by default the device’s
 */
export const dayOf = (at: number, zone?: Zone): Day => (Number.isNaN(at) ? '' : clockTime(at, zone).slice(0, 10))

/** Since 1972 all offsets are multiples of a quarter of an hour, and so are the starts of days. */
const QUARTER = 900
/** Above every zone's offset. */
const AWAY_MAX = 16 * 3600

/** When a day begins in UTC, in seconds; NaN for an invalid day. */
export const secondsAt = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / 1000

/**
 * When a day begins: the first moment of that date. If clocks skip midnight, that is when they go on; a day that a zone skipped entirely
 * begins with the next one. A day lasts until the next begins, 23, 24 or 25 hours when clocks change.
 *
 * @returns seconds since the epoch, a multiple of 900
 */
export function startOfDay(day: Day, zone: Zone): number {
  const midnight = secondsAt(day)
  if (zone === UTC) return midnight
  let before = midnight - AWAY_MAX
  let from = midnight + AWAY_MAX
  while (from - before > QUARTER) {
    const middle = before + Math.floor((from - before) / QUARTER / 2) * QUARTER
    if (dayOf(middle, zone) < day) before = middle
    else from = middle
  }
  return from
}

/** The day after a day of the calendar. */
export const dayAfter = (day: Day): Day => new Date((secondsAt(day) + 86_400) * 1000).toISOString().slice(0, 10)
