import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRollover } from '../../../src/rules/forex/rollover.ts'
import { calendars, weeklyKinds } from '../../../src/rules/market/calendar.ts'
import {
  closedFor,
  dayEnd,
  formerLastCloses,
  isOpen,
  lastClose,
  nextClose,
  nextOpen,
  weekdayOf,
} from '../../../src/rules/market/hours.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const at = (text: string) => Date.parse(`${text}Z`)
const said = (time: number) => new Date(time).toISOString().slice(0, 16)
const anyTime = fc.integer({ min: -5_000_000_000_000, max: 5_000_000_000_000 })
const years = fc.integer({ min: at('2024-01-01'), max: at('2031-01-01') })
const kinds = fc.constantFrom(...weeklyKinds)

/** When a market closes and opens from a time on, as often as stated. */
function changes(kind: (typeof weeklyKinds)[number], from: string, count: number): string[] {
  let time = at(from)
  return Array.from({ length: count }, () => {
    time = isOpen(kind, time) ? nextClose(kind, time) : nextOpen(kind, time)
    return said(time)
  })
}

describe('trading hours', () => {
  it('never end for crypto', () => {
    fc.assert(
      fc.property(anyTime, (time) => {
        expect([isOpen('crypto', time), nextOpen('crypto', time), nextClose('crypto', time)]).toEqual([
          true,
          time,
          Number.POSITIVE_INFINITY,
        ])
      }),
    )
  })

  it.each([
    ['2026-01-09T21:59:59.999', true, true],
    ['2026-01-09T22:00:00.000', false, false],
    ['2026-01-10T12:00:00.000', false, false],
    ['2026-01-11T21:59:59.999', false, false],
    ['2026-01-11T22:00:00.000', true, false],
    ['2026-01-11T22:59:59.999', true, false],
    ['2026-01-11T23:00:00.000', true, true],
    ['2026-01-12T21:59:59.999', true, true],
    ['2026-01-12T22:00:00.000', true, false],
    ['2026-01-12T22:59:59.999', true, false],
    ['2026-01-12T23:00:00.000', true, true],
    ['2026-07-10T20:59:59.999', true, true],
    ['2026-07-10T21:00:00.000', false, false],
    ['2026-07-12T20:59:59.999', false, false],
    ['2026-07-12T21:00:00.000', true, false],
    ['2026-07-12T22:00:00.000', true, true],
    ['1969-12-27T12:00:00.000', false, false],
  ])('at %s are open for forex: %s, for metals: %s', (time, forex, metal) => {
    expect([isOpen('forex', at(time)), isOpen('metal', at(time))]).toEqual([forex, metal])
  })

  // The Sundays on which clocks change in New York: it is five hours behind UTC in winter, and four in summer.
  it.each([
    ['2024-03-10', 'spring'],
    ['2024-11-03', 'autumn'],
    ['2025-03-09', 'spring'],
    ['2025-11-02', 'autumn'],
    ['2026-03-08', 'spring'],
    ['2026-11-01', 'autumn'],
    ['2027-03-14', 'spring'],
    ['2027-11-07', 'autumn'],
    ['2028-03-12', 'spring'],
    ['2028-11-05', 'autumn'],
    ['2029-03-11', 'spring'],
    ['2029-11-04', 'autumn'],
    ['2030-03-10', 'spring'],
    ['2030-11-03', 'autumn'],
  ] as const)('follow New York over its change of clocks on %s, in %s', (sunday, season) => {
    const [friday, monday, nextFriday] = [-2, 1, 5].map((days) => said(at(sunday) + days * DAY_MS).slice(0, 10))
    const [before, after] = season === 'spring' ? ['22:00', '21:00'] : ['21:00', '22:00']
    const late = season === 'spring' ? '22:00' : '23:00'
    expect(changes('forex', `${friday}T12:00`, 3)).toEqual([
      `${friday}T${before}`,
      `${sunday}T${after}`,
      `${nextFriday}T${after}`,
    ])
    expect(changes('metal', `${friday}T12:00`, 4)).toEqual([
      `${friday}T${before}`,
      `${sunday}T${late}`,
      `${monday}T${after}`,
      `${monday}T${late}`,
    ])
    const nights = [nextRollover(at(`${friday}T12:00`)), nextRollover(at(`${sunday}T12:00`))]
    expect(nights.map((night) => said(night.at))).toEqual([`${friday}T${before}`, `${monday}T${after}`])
  })

  // From the eve's close at 17:00 in New York, which is 21:00 UTC once it has summer time, to Sunday.
  it.each([
    ['2024-03-28T21:00', '2024-03-31T22:00'],
    ['2025-04-17T21:00', '2025-04-20T22:00'],
    ['2026-04-02T21:00', '2026-04-05T22:00'],
    ['2027-03-25T21:00', '2027-03-28T22:00'],
    ['2028-04-13T21:00', '2028-04-16T22:00'],
    ['2029-03-29T21:00', '2029-04-01T22:00'],
    ['2030-04-18T21:00', '2030-04-21T22:00'],
  ])('end for metals from %s to %s, over Good Friday, and not for forex', (closes, opens) => {
    expect(nextClose('metal', at(closes) - HOUR_MS)).toBe(at(closes))
    expect(nextOpen('metal', at(closes))).toBe(at(opens))
    expect(nextClose('forex', at(closes))).toBe(at(closes) + DAY_MS)
  })

  it.each([
    // In 2024 and 2025 Christmas and New Year's Day are within the week, in 2026 they are Fridays, in 2027 Saturdays.
    ['2024-12-23T12:00', '2024-12-24T22:00', '2024-12-25T22:00', '2024-12-25T23:00'],
    ['2024-12-30T12:00', '2024-12-31T22:00', '2025-01-01T22:00', '2025-01-01T23:00'],
    ['2025-12-24T12:00', '2025-12-24T22:00', '2025-12-25T22:00', '2025-12-25T23:00'],
    ['2025-12-31T12:00', '2025-12-31T22:00', '2026-01-01T22:00', '2026-01-01T23:00'],
    ['2026-12-24T12:00', '2026-12-24T22:00', '2026-12-27T22:00', '2026-12-27T23:00'],
    ['2026-12-31T12:00', '2026-12-31T22:00', '2027-01-03T22:00', '2027-01-03T23:00'],
    ['2027-12-24T12:00', '2027-12-24T22:00', '2027-12-26T22:00', '2027-12-26T23:00'],
    ['2028-12-22T23:00', '2028-12-22T23:00', '2028-12-25T22:00', '2028-12-25T23:00'],
    ['2028-12-31T12:00', '2028-12-31T12:00', '2029-01-01T22:00', '2029-01-01T23:00'],
    ['2029-12-24T12:00', '2029-12-24T22:00', '2029-12-25T22:00', '2029-12-25T23:00'],
    ['2030-12-24T12:00', '2030-12-24T22:00', '2030-12-25T22:00', '2030-12-25T23:00'],
  ])('from %s close for a holiday at %s, until %s, and for metals until %s', (time, closes, forex, metal) => {
    expect(nextClose('forex', at(time))).toBe(at(closes))
    expect(nextOpen('forex', at(closes))).toBe(at(forex))
    expect(nextOpen('metal', at(closes))).toBe(at(metal))
    expect(isOpen('crypto', at(closes))).toBe(true)
  })

  it('of forex are 68 hours of 2026 others than by UTC', () => {
    const byUtc = (time: number) => {
      const day = Math.floor((time + 2 * HOUR_MS) / DAY_MS)
      const date = said(day * DAY_MS).slice(5, 10)
      return ![0, 6].includes(weekdayOf(day)) && date !== '01-01' && date !== '12-25'
    }
    let others = 0
    for (let time = at('2026-01-01'); time < at('2027-01-01'); time += HOUR_MS) {
      if (isOpen('forex', time) !== byUtc(time)) others++
    }
    expect(others).toBe(68)
  })

  it('open and close next at their first change, within a week', () => {
    fc.assert(
      fc.property(fc.oneof(anyTime, years), kinds, (time, kind) => {
        const [opens, closes] = [nextOpen(kind, time), nextClose(kind, time)]
        const [change, most] = isOpen(kind, time) ? [closes, 5 * DAY_MS] : [opens, 4 * DAY_MS]
        expect(isOpen(kind, time) ? opens : closes).toBe(time)
        expect(change - time).toBeGreaterThan(0)
        expect(change - time).toBeLessThanOrEqual(most)
        const between = Array.from({ length: 200 }, (_, part) => time + ((change - time - 1) * part) / 199)
        expect(new Set(between.map((each) => isOpen(kind, each)))).toEqual(new Set([isOpen(kind, time)]))
        expect(isOpen(kind, change)).toBe(!isOpen(kind, time))
      }),
    )
  })

  it('of two years change where they say, and nowhere else', () => {
    const step = 5 * 60_000
    for (const kind of weeklyKinds) {
      const wrong: string[] = []
      let [open, next] = [false, nextOpen(kind, at('2026-01-01'))]
      for (let time = at('2026-01-01'); time < at('2028-01-01'); time += step) {
        if (time === next) {
          open = !open
          next = open ? nextClose(kind, time) : nextOpen(kind, time)
        }
        if (isOpen(kind, time) !== open) wrong.push(said(time))
      }
      expect(wrong).toEqual([])
    }
  })

  it('are closed from end to end for as long as they say', () => {
    expect(closedFor('forex', at('2026-01-09T22:00'))).toBe(48 * HOUR_MS)
    expect(closedFor('forex', at('2026-03-08T20:59'))).toBe(47 * HOUR_MS)
    expect(closedFor('metal', at('2026-11-01T12:00'))).toBe(50 * HOUR_MS)
    expect(closedFor('metal', at('2026-01-12T22:30'))).toBe(HOUR_MS)
    expect(closedFor('metal', at('2026-01-12T23:00'))).toBe(0)
  })

  it('end days at the time of rollover, on both markets: whatever is open closes then, or goes on as the next day', () => {
    fc.assert(
      fc.property(years, (time) => {
        const { at: end } = nextRollover(time)
        const day = Math.floor(end / DAY_MS)
        expect(weeklyKinds.map((kind) => dayEnd(kind, day))).toEqual([end, end])
        // Metals have a break or more after each day; forex goes on within the week.
        expect(isOpen('metal', end)).toBe(false)
        if (isOpen('forex', end - 1) && !isOpen('forex', end)) expect(nextClose('forex', end - 1)).toBe(end)
        // No market closes but at a rollover.
        for (const kind of weeklyKinds) {
          const close = nextClose(kind, nextOpen(kind, time))
          expect(nextRollover(close - 1).at).toBe(close)
        }
      }),
    )
  })

  it('close for longer than a break at weekends and on holidays, and had other times before', () => {
    expect(said(lastClose('forex', at('2026-07-06T12:00')))).toBe('2026-07-10T21:00')
    expect(formerLastCloses(at('2026-07-06T12:00')).map(said)).toEqual(['2026-07-10T22:00'])
    // Within a break and outside of it, before Good Friday, and on it.
    for (const time of ['2026-03-30T21:30', '2026-03-31T12:00'])
      expect(said(lastClose('metal', at(time)))).toBe('2026-04-02T21:00')
    expect(said(lastClose('metal', at('2026-04-03T12:00')))).toBe('2026-04-10T21:00')
  })

  it('are by the clocks of zones that every runtime has', () => {
    for (const { zone } of Object.values(calendars)) expect(Intl.supportedValuesOf('timeZone')).toContain(zone)
  })
})
