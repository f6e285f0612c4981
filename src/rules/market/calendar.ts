import type { Zone } from '../time/zone.ts'
import type { InstrumentKind } from './instruments.ts'

/** The kinds of instruments that close. */
export const weeklyKinds = ['forex', 'metal'] as const satisfies readonly InstrumentKind[]
export type WeeklyKind = (typeof weeklyKinds)[number]

/**
 * The sessions of a market by the clocks of `zone`: one for each day from Monday to Friday that is no holiday, named after the day on which
 * it ends. Times are `HH:MM`.
 *
 * - `opens`: on the day before; if that is later than `closes`, the market has a daily break
 * - `closes`: on the day itself
 * - `holidays`: days of each year without a session, as `month-day`, or as days from Easter Sunday: `easter-2` is Good Friday
 */
export type Calendar = { zone: Zone; opens: string; closes: string; holidays: readonly string[] }

const NEW_YEAR = '01-01'
const CHRISTMAS = '12-25'
const GOOD_FRIDAY = 'easter-2'
const NEW_YORK = 'America/New_York'

/** The calendar of each market. Every session closes at 17:00 in New York, when positions in lots roll over. */
export const calendars: Readonly<Record<WeeklyKind, Calendar>> = {
  forex: { zone: NEW_YORK, opens: '17:00', closes: '17:00', holidays: [NEW_YEAR, CHRISTMAS] },
  metal: { zone: NEW_YORK, opens: '18:00', closes: '17:00', holidays: [NEW_YEAR, GOOD_FRIDAY, CHRISTMAS] },
}

/** Earlier calendars of every market, newest first: contracts have frozen their expiry by them. */
export const formerCalendars: readonly Calendar[] = [
  { zone: 'UTC', opens: '22:00', closes: '22:00', holidays: [NEW_YEAR, CHRISTMAS] },
]
