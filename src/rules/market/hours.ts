import { easterOf } from '../time/easter.ts'
import { momentOf } from '../time/zone.ts'
import { type Calendar, calendars, formerCalendars, type WeeklyKind } from './calendar.ts'
import type { InstrumentKind } from './instruments.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const FRIDAY = 5

/** The day of the week of a day since the epoch: 0 is Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number) => (((day + 4) % 7) + 7) % 7

/** A day by a market's calendar, traded or not: when its session opens and closes, in ms. */
type MarketDay = { opens: number; closes: number; isTraded: boolean }

/**
 * A market's hours by a calendar. Times are in ms since the epoch, days are numbers since the epoch. They are remembered, because time zones
 * are slow, and hours are asked for at every tick.
 */
function hoursBy(calendar: Calendar) {
  const days = new Map<number, MarketDay>()
  const dayAt = (day: number): MarketDay => {
    const known = days.get(day)
    if (known) return known
    const made = marketDay(calendar, day)
    days.set(day, made)
    return made
  }
  /** The first day that is not over. */
  const dayOf = (time: number): number => {
    let day = Math.floor(time / DAY_MS) - 1
    while (dayAt(day).closes <= time) day += 1
    return day
  }
  const tradedFrom = (day: number, step: 1 | -1): MarketDay => {
    let at = day
    while (!dayAt(at).isTraded) at += step
    return dayAt(at)
  }
  const isOpenOn = ({ opens, isTraded }: MarketDay, time: number) => isTraded && opens <= time
  /** Whether a day and the next are one session. */
  const isJoined = (day: number): boolean => {
    const [one, next] = [dayAt(day), dayAt(day + 1)]
    return one.isTraded && next.isTraded && one.closes === next.opens
  }
  return {
    isOpen: (time: number): boolean => isOpenOn(dayAt(dayOf(time)), time),
    nextOpen(time: number): number {
      const day = dayOf(time)
      return isOpenOn(dayAt(day), time) ? time : tradedFrom(day, 1).opens
    },
    nextClose(time: number): number {
      let day = dayOf(time)
      if (!isOpenOn(dayAt(day), time)) return time
      while (isJoined(day)) day += 1
      return dayAt(day).closes
    },
    closedFor(time: number): number {
      const day = dayOf(time)
      return isOpenOn(dayAt(day), time) ? 0 : tradedFrom(day, 1).opens - tradedFrom(day - 1, -1).closes
    },
    /** When the last of consecutive traded days closes; while none is on, of the next ones. */
    lastClose(time: number): number {
      let day = dayOf(time)
      while (!dayAt(day).isTraded) day += 1
      while (dayAt(day + 1).isTraded) day += 1
      return dayAt(day).closes
    },
    /** When a day ends, also one that is not traded. */
    endOf: (day: number): number => dayAt(day).closes,
  }
}

function marketDay({ zone, opens, closes, holidays }: Calendar, day: number): MarketDay {
  const at = (eve: number, clock: string) => momentOf((eve * DAY_MS + msOf(clock)) / 1000, zone) * 1000
  const weekday = weekdayOf(day)
  const isWeekday = weekday >= 1 && weekday <= FRIDAY
  return {
    opens: at(day - 1, opens),
    closes: at(day, closes),
    isTraded: isWeekday && !holidays.some((holiday) => isOn(holiday, day)),
  }
}

/** The ms from midnight to a time of day. */
function msOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE_MS
}

const EASTER = 'easter'

/** Whether a holiday of each year falls on a day. */
function isOn(holiday: string, day: number): boolean {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  if (!holiday.startsWith(EASTER)) return date.endsWith(holiday)
  const year = date.slice(0, 4)
  const sunday = Date.parse(`${year}-${easterOf(Number(year))}`) / DAY_MS
  return day === sunday + Number(holiday.slice(EASTER.length))
}

const hours = { forex: hoursBy(calendars.forex), metal: hoursBy(calendars.metal) }
const formerHours = formerCalendars.map(hoursBy)

/**
 * Whether the market of this kind is open. Crypto never closes; forex and metals follow their calendars.
 *
 * @param time ms since the epoch
 */
export const isOpen = (kind: InstrumentKind, time: number): boolean => kind === 'crypto' || hours[kind].isOpen(time)

/**
 * When the market of this kind opens next: `time` itself if it is open.
 *
 * @param time ms since the epoch
 */
export const nextOpen = (kind: InstrumentKind, time: number): number =>
  kind === 'crypto' ? time : hours[kind].nextOpen(time)

/**
 * When the open market of this kind closes next, be it for a daily break: `Infinity` if never, `time` itself if it is closed.
 *
 * @param time ms since the epoch
 */
export const nextClose = (kind: InstrumentKind, time: number): number =>
  kind === 'crypto' ? Number.POSITIVE_INFINITY : hours[kind].nextClose(time)

/**
 * How long the closed market of this kind is closed from end to end, in ms: 0 if it is open.
 *
 * @param time ms since the epoch
 */
export const closedFor = (kind: WeeklyKind, time: number): number => hours[kind].closedFor(time)

/**
 * When the market of this kind closes next for longer than a daily break; while it is closed for that long, when it does so after it has
 * opened again.
 *
 * @param time ms since the epoch
 */
export const lastClose = (kind: WeeklyKind, time: number): number => hours[kind].lastClose(time)

/** `lastClose` by the former calendars, newest first. */
export const formerLastCloses = (time: number): readonly number[] => formerHours.map((each) => each.lastClose(time))

/** When a day ends by a market's clocks, traded or not, in ms. @param day since the epoch */
export const dayEnd = (kind: WeeklyKind, day: number): number => hours[kind].endOf(day)
