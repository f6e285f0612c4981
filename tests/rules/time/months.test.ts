import { expect, test } from 'vitest'
import { boundsOf, isDay, monthOf, monthsAfter, secondsOf } from '../../../src/rules/time/months.ts'

const at = (text: string) => Date.parse(text) / 1000

test('months: a month is that of the zone, whatever the zone of the device', () => {
  expect(monthOf(at('2026-11-01T00:00:00Z'), 'UTC')).toBe('2026-11')
  expect(monthOf(at('2026-10-31T23:59:59Z'), 'UTC')).toBe('2026-10')
  expect(monthOf(at('2026-10-31T15:00:00Z'), 'Asia/Tokyo')).toBe('2026-11')
  expect(monthOf(at('2026-11-01T03:59:59Z'), 'America/New_York')).toBe('2026-10')
})

test('months: a month ends where the next begins, over the year’s end and in a leap year', () => {
  expect(boundsOf('2026-12', 'UTC')).toEqual({ from: at('2026-12-01T00:00:00Z'), to: at('2027-01-01T00:00:00Z') })
  expect(boundsOf('2028-02', 'UTC')).toEqual({ from: at('2028-02-01T00:00:00Z'), to: at('2028-03-01T00:00:00Z') })
  // 31 days and the hour of autumn.
  expect(boundsOf('2026-10', 'Europe/Rome')).toEqual({
    from: at('2026-09-30T22:00:00Z'),
    to: at('2026-10-31T23:00:00Z'),
  })
})

test('months: counts on over the year’s end, and back', () => {
  expect([monthsAfter('2026-12', 1), monthsAfter('2026-01', -1), monthsAfter('2026-05', -17)]).toEqual([
    '2027-01',
    '2025-12',
    '2024-12',
  ])
})

test('months: knows a day that there is', () => {
  expect(['2028-02-29', '2026-12-31'].every(isDay)).toBe(true)
  expect(['2026-02-29', '2026-13-01', '2026-11-00', '2026-11-1', '', 'soon'].some(isDay)).toBe(false)
})

test('months: takes a span for its days, both included, within its month; an end may be open', () => {
  const [from, to] = ['2026-11-10', '2026-11-12']
  expect(secondsOf({}, 'UTC')).toEqual({})
  expect(secondsOf({ from, to }, 'UTC')).toEqual({ from: at('2026-11-10T00:00:00Z'), to: at('2026-11-13T00:00:00Z') })
  expect(secondsOf({ from, to }, 'Asia/Tokyo')).toEqual({
    from: at('2026-11-09T15:00:00Z'),
    to: at('2026-11-12T15:00:00Z'),
  })
  expect(secondsOf({ from }, 'UTC')).toEqual({ from: at('2026-11-10T00:00:00Z') })
  expect(secondsOf({ month: '2026-11', from }, 'UTC')).toEqual({
    from: at('2026-11-10T00:00:00Z'),
    to: at('2026-12-01T00:00:00Z'),
  })
  expect(secondsOf({ month: '2026-12', from, to }, 'UTC')).toEqual({
    from: at('2026-12-01T00:00:00Z'),
    to: at('2026-11-13T00:00:00Z'),
  })
})
