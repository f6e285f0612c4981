/** A time zone by its IANA name: `Asia/Tokyo`. */
export type Zone = string

/** A day of the calendar: `2026-11-21`. */
export type Day = string

/** What holds until someone chooses. */
export const UTC: Zone = 'UTC'

/** Offsets, such as `+09:00`, have no name and never change their clocks: they are no zones. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/
const NAME_MAX = 64

/** Whether a text names a time zone that is known here, as IANA writes it. Names that stand for another are names, too. */
export function isZone(text: string): boolean {
  if (text.length > NAME_MAX || !NAME.test(text)) return false
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    return known === text || known.toLowerCase() !== text.toLowerCase()
  } catch {
    return false
  }
}

/** The zone of this device, as it was set there; UTC where it has none by a name. */
export function deviceZone(): Zone {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isZone(timeZone) ? timeZone : UTC
}

const clocks = new Map<Zone, Intl.DateTimeFormat>()

function clockOf(zone: Zone): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
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
 * By how much the clocks of a zone are ahead of UTC, in seconds.
 *
 * @param at seconds since the epoch
 */
export function offsetAt(at: number, zone: Zone): number {
  if (zone === UTC) return 0
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at * 1000)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - at
}

/**
 * A moment as ISO 8601 has it, by the clocks of a zone: `2026-11-26T00:30:00+09:00`, in UTC with a `Z`.
 *
 * @param at seconds since the epoch
 */
export function timeIn(at: number, zone: Zone): string {
  const offset = offsetAt(at, zone)
  const minutes = Math.abs(offset) / 60
  const two = (number: number) => String(number).padStart(2, '0')
  const away = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return `${new Date((at + offset) * 1000).toISOString().slice(0, 19)}${zone === UTC ? 'Z' : away}`
}

/**
 * The day that a moment is in.
 *
 * @param at seconds since the epoch
 */
export const dayOf = (at: number, zone: Zone): Day =>
  Number.isNaN(at) ? '' : new Date((at + offsetAt(at, zone)) * 1000).toISOString().slice(0, 10)

/** Offsets since 1972 are of whole quarters of an hour, and so are the moments at which days begin. */
const QUARTER = 900
/** More than any zone is ahead of UTC or behind it. */
const AWAY_MAX = 16 * 3600

/** When a day begins by UTC, in seconds; NaN where there is no such day. */
export const secondsAt = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / 1000

/**
 * When a day begins: the first moment of that date. Where clocks leave midnight out, that is when they go on; a day that
 * a zone left out whole begins with the next one. The day is over when the next begins, after 23, 24 or 25 hours, as clocks change.
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
