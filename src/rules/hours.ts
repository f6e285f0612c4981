import type { InstrumentKind } from './instruments.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const WEEK_MS = 7 * DAY_MS
// 1970-01-01 was a Thursday: the first Sunday 00:00 UTC came three days later.
const FIRST_SUNDAY_MS = 3 * DAY_MS
const OPENS_MS = 22 * 60 * MINUTE_MS // Sunday 22:00 UTC
const CLOSES_MS = 5 * DAY_MS + 22 * 60 * MINUTE_MS // Friday 22:00 UTC

const intoWeek = (time: number) => (((time - FIRST_SUNDAY_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS

/**
 * Whether the market of this kind is open.
 *
 * Crypto never closes. Forex and metals close from Friday 22:00 to Sunday 22:00 UTC, the usual hours of the interbank market.
 *
 * @param time ms since the epoch
 */
export function isOpen(kind: InstrumentKind, time: number): boolean {
  if (kind === 'crypto') return true
  const into = intoWeek(time)
  return into >= OPENS_MS && into < CLOSES_MS
}

/**
 * When the market of this kind opens next: `time` itself where it is open.
 *
 * @param time ms since the epoch
 */
export function nextOpen(kind: InstrumentKind, time: number): number {
  if (isOpen(kind, time)) return time
  const into = intoWeek(time)
  return time - into + (into < OPENS_MS ? OPENS_MS : WEEK_MS + OPENS_MS)
}

/**
 * When the open market of this kind closes next: `Infinity` where it never does, `time` itself where it is closed.
 *
 * @param time ms since the epoch
 */
export function nextClose(kind: InstrumentKind, time: number): number {
  if (kind === 'crypto') return Number.POSITIVE_INFINITY
  return isOpen(kind, time) ? time - intoWeek(time) + CLOSES_MS : time
}
