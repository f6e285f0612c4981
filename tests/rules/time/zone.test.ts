import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clockTime,
  dayAfter,
  dayOf,
  isZone,
  momentOf,
  offsetAt,
  offsetName,
  startOfDay,
  timeIn,
} from '../../../src/rules/time/zone.ts'

const HOUR = 3600
const start = (day: string, zone: string) => new Date(startOfDay(day, zone) * 1000).toISOString().replace('.000', '')
const hours = (day: string, zone: string) => (startOfDay(dayAfter(day), zone) - startOfDay(day, zone)) / HOUR

describe('zone: its name', () => {
  it('is an IANA name in its exact spelling, aliases included', () => {
    expect(['UTC', 'Asia/Tokyo', 'US/Eastern', 'Asia/Kathmandu', 'Asia/Katmandu', 'Etc/GMT+9'].every(isZone)).toBe(true)
  })

  it.each(['', 'utc', 'asia/tokyo', '+09:00', 'Mars/Base', 'Asia/Tokyo ', 'Asia', '../etc', `A${'/a'.repeat(60)}`])(
    'is not %j',
    (name) => expect(isZone(name)).toBe(false),
  )
})

describe('zone: the moment of a local time', () => {
  it.each([
    ['America/New_York', '2026-03-08T17:00', '2026-03-08T21:00'],
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59'],
    ['America/New_York', '2026-11-01T03:00', '2026-11-01T08:00'],
    ['Asia/Tokyo', '2026-07-01T09:00', '2026-07-01T00:00'],
    ['Australia/Lord_Howe', '2026-10-04T03:00', '2026-10-03T16:00'],
    ['UTC', '2026-07-01T09:00', '2026-07-01T09:00'],
  ])('in %s of %s is %s in UTC', (zone, local, moment) => {
    expect(momentOf(Date.parse(`${local}Z`) / 1000, zone)).toBe(Date.parse(`${moment}Z`) / 1000)
  })

  it('is where the clocks show it, if they do not change within a day', () => {
    const zones = fc.constantFrom('America/New_York', 'Europe/Rome', 'Australia/Sydney', 'America/St_Johns', 'UTC')
    fc.assert(
      fc.property(fc.integer({ min: 1_704_067_200, max: 1_924_992_000 }), zones, (at, zone) => {
        fc.pre(offsetAt(at - 86_400, zone) === offsetAt(at + 86_400, zone))
        const local = Date.parse(`${clockTime(at, zone).replace(' ', 'T')}Z`) / 1000
        expect(momentOf(local, zone)).toBe(at)
      }),
    )
  })
})

describe('zone: a day', () => {
  it.each([
    // Spring and autumn of where clocks change, and the day before.
    ['America/New_York', '2026-03-07', '2026-03-07T05:00:00Z', 24],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', 23],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00Z', 24],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', 25],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00Z', 24],
    ['Europe/Rome', '2026-03-29', '2026-03-28T23:00:00Z', 23],
    ['Europe/Rome', '2026-03-30', '2026-03-29T22:00:00Z', 24],
    ['Europe/Rome', '2026-10-25', '2026-10-24T22:00:00Z', 25],
    ['Europe/Rome', '2026-10-26', '2026-10-25T23:00:00Z', 24],
    ['Australia/Sydney', '2026-04-05', '2026-04-04T13:00:00Z', 25],
    ['Australia/Sydney', '2026-10-04', '2026-10-03T14:00:00Z', 23],
    ['America/St_Johns', '2026-03-08', '2026-03-08T03:30:00Z', 23],
    ['America/St_Johns', '2026-11-01', '2026-11-01T02:30:00Z', 25],
    ['Asia/Kathmandu', '2026-03-29', '2026-03-28T18:15:00Z', 24],
    ['Asia/Kathmandu', '2026-10-25', '2026-10-24T18:15:00Z', 24],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00Z', 23.5],
    // Clocks that leave midnight out, and that show the last hour of a day twice.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', 23],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00Z', 25],
    // Samoa went over the date line: there was no 30 December.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00Z', 24],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', 0],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z', 24],
    ['Asia/Tokyo', '2026-11-26', '2026-11-25T15:00:00Z', 24],
    ['UTC', '2026-11-26', '2026-11-26T00:00:00Z', 24],
  ])('in %s, %s begins at %s and has %d hours', (zone, day, begins, length) => {
    expect(start(day, zone)).toBe(begins)
    expect(hours(day, zone)).toBe(length)
  })

  const zones = Intl.supportedValuesOf('timeZone')
  const second = (text: string) => Date.parse(text) / 1000
  const moment = fc.integer({ min: second('2013-01-01T00:00:00Z'), max: second('2040-01-01T00:00:00Z') })

  it('has the moments between its beginning and that of the next, in every zone', () => {
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (at, zone) => {
        const day = dayOf(at, zone)
        const [from, to] = [startOfDay(day, zone), startOfDay(dayAfter(day), zone)]
        expect(from).toBeLessThanOrEqual(at)
        expect(to).toBeGreaterThan(at)
        expect([dayOf(from, zone), dayOf(to - 1, zone)]).toEqual([day, day])
        expect(dayOf(from - 1, zone) < day).toBe(true)
        expect([from % 900, to % 900]).toEqual([0, 0])
      }),
      { numRuns: 1_000 },
    )
  })

  it('is named by the clocks of the zone', () => {
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (at, zone) => {
        const shown = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
        const here = new Date((at + offsetAt(at, zone)) * 1000).toISOString().slice(0, 19).replace('T', ' ')
        expect(here).toBe(shown.format(at * 1000))
      }),
    )
  })
})

describe('zone: a moment as text', () => {
  it('states the offset from UTC, which distinguishes the two hours of a repeated one', () => {
    const at = Date.parse('2026-11-01T05:30:00Z') / 1000
    expect(timeIn(at, 'America/New_York')).toBe('2026-11-01T01:30:00-04:00')
    expect(timeIn(at + HOUR, 'America/New_York')).toBe('2026-11-01T01:30:00-05:00')
    expect(timeIn(at, 'Asia/Kathmandu')).toBe('2026-11-01T11:15:00+05:45')
    expect(timeIn(at, 'UTC')).toBe('2026-11-01T05:30:00Z')
  })
  it('names how far the clocks of a zone are from UTC at that time of the year', () => {
    const [summer, winter] = ['2026-07-01T00:00:00Z', '2026-12-01T00:00:00Z'].map((text) => Date.parse(text) / 1000)
    const named = (zone: string) => [summer, winter].map((at) => offsetName(at ?? 0, zone))
    expect(named('Asia/Tokyo')).toEqual(['UTC+09:00', 'UTC+09:00'])
    expect(named('America/St_Johns')).toEqual(['UTC−02:30', 'UTC−03:30'])
    expect(named('UTC')).toEqual(['UTC+00:00', 'UTC+00:00'])
  })
})
