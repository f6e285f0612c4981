import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barOpen, intervalSeconds, intervals } from '../../../src/rules/market/intervals.ts'

const seconds = (text: string) => Date.parse(`${text}Z`) / 1000
const anyTime = fc.integer({ min: -2_000_000_000, max: 5_000_000_000 })

describe('intervals: the bar of a second', () => {
  it('holds that second, and begins where the one before it ends', () => {
    fc.assert(
      fc.property(anyTime, fc.constantFrom(...intervals), (time, interval) => {
        const opens = barOpen(interval, time)
        const width = intervalSeconds[interval]
        expect(opens <= time && time < opens + width).toBe(true)
        expect(barOpen(interval, opens)).toBe(opens)
        expect(barOpen(interval, opens - 1)).toBe(opens - width)
      }),
    )
  })

  it.each([
    ['1m', '2026-01-14T10:07:31', '2026-01-14T10:07'],
    ['15m', '2026-01-14T10:07:31', '2026-01-14T10:00'],
    ['4h', '2026-01-14T10:07:31', '2026-01-14T08:00'],
    ['1d', '2026-01-14T23:59:59', '2026-01-14T00:00'],
    ['1w', '2026-01-14T10:07:31', '2026-01-12T00:00'],
    ['1w', '2026-01-12T00:00:00', '2026-01-12T00:00'],
    ['1w', '2026-01-11T23:59:59', '2026-01-05T00:00'],
  ] as const)('%s at %s opens at %s UTC, a week on its Monday', (interval, time, opens) => {
    expect(barOpen(interval, seconds(time))).toBe(seconds(opens))
  })

  it('is never wider than the next interval’s', () => {
    const widths = intervals.map((interval) => intervalSeconds[interval])
    expect(widths).toEqual(widths.toSorted((a, b) => a - b))
  })
})
