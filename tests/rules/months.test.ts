import { expect, test } from 'vitest'
import { boundsOf, dayOf, isDay, monthOf, secondsOf } from '../../src/rules/months.ts'

const at = (text: string) => Date.parse(text) / 1000

test('a month is that of UTC, whatever the zone of the device', () => {
  expect(monthOf(at('2026-11-01T00:00:00Z'))).toBe('2026-11')
  expect(monthOf(at('2026-10-31T23:59:59Z'))).toBe('2026-10')
})

test('a month ends where the next begins, over the year’s end and in a leap year', () => {
  expect(boundsOf('2026-12')).toEqual({ from: at('2026-12-01T00:00:00Z'), to: at('2027-01-01T00:00:00Z') })
  expect(boundsOf('2028-02')).toEqual({ from: at('2028-02-01T00:00:00Z'), to: at('2028-03-01T00:00:00Z') })
})

test('months: knows a day that there is', () => {
  expect(dayOf(at('2026-11-21T23:59:59Z'))).toBe('2026-11-21')
  expect(['2028-02-29', '2026-12-31'].every(isDay)).toBe(true)
  expect(['2026-02-29', '2026-13-01', '2026-11-00', '2026-11-1', '', 'soon'].some(isDay)).toBe(false)
})

test('takes a span for its days, both included, within its month; an end may be open', () => {
  const [from, to] = ['2026-11-10', '2026-11-12']
  expect(secondsOf({})).toEqual({})
  expect(secondsOf({ from, to })).toEqual({ from: at('2026-11-10T00:00:00Z'), to: at('2026-11-13T00:00:00Z') })
  expect(secondsOf({ from })).toEqual({ from: at('2026-11-10T00:00:00Z') })
  expect(secondsOf({ month: '2026-11', from })).toEqual({
    from: at('2026-11-10T00:00:00Z'),
    to: at('2026-12-01T00:00:00Z'),
  })
  expect(secondsOf({ month: '2026-12', from, to })).toEqual({
    from: at('2026-12-01T00:00:00Z'),
    to: at('2026-11-13T00:00:00Z'),
  })
})
