import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockTime } from '../../src/rules/time/zone.ts'
import { createLabels } from '../../src/ui/chart/labels.ts'
import { priceTicks, timeTicks } from '../../src/ui/chart/ticks.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const at = (text: string) => Date.parse(text) / 1000
const times = (from: string, width: number, count: number) =>
  Array.from({ length: count }, (_, index) => at(from) + index * width)
const options = (width: number, spacing: number, offset = 0) => ({ width, spacing, zoneAt: () => offset })

describe('chart ticks: prices on the axis', () => {
  it('are round, and lie within the range', () => {
    expect(priceTicks({ min: 42_310, max: 43_620 }, 0.2)).toEqual({ values: [42_500, 43_000, 43_500], decimals: 0 })
    expect(priceTicks({ min: 1.08412, max: 1.08431 }, 0.25)).toEqual({
      values: [1.08415, 1.0842, 1.08425, 1.0843],
      decimals: 5,
    })
    expect(priceTicks({ min: 0.1, max: 0.9 }, 0.2)).toEqual({ values: [0.2, 0.4, 0.6, 0.8], decimals: 1 })
  })

  it('are never closer than an instrument’s prices are', () => {
    expect(priceTicks({ min: 1.08412, max: 1.08431 }, 0.25, 0.0001)).toEqual({ values: [1.0842, 1.0843], decimals: 4 })
  })

  it('keep their distance, and need no more decimals than they are given', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-4, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-4, max: 1, noNaN: true }),
        (min, share) => {
          const range = { min, max: min * (1 + share) }
          const { values, decimals } = priceTicks(range, 0.2)
          expect(values.length).toBeLessThanOrEqual(6)
          for (const [index, value] of values.entries()) {
            expect(Number(value.toFixed(decimals))).toBeCloseTo(value, 12)
            const before = values[index - 1]
            if (before !== undefined) expect(value - before).toBeGreaterThan((range.max - range.min) * 0.19)
          }
        },
      ),
    )
  })

  it('are none where the range has no height', () => {
    expect(priceTicks({ min: 5, max: 5 }, 0.2).values).toEqual([])
  })
})

describe('chart ticks: times on the axis', () => {
  it('stand at full hours, and name the day where one begins', () => {
    const ticks = timeTicks(times('2024-03-01T20:00Z', 5 * MINUTE, 80), { first: 0, last: 79 }, options(300, 14))
    expect(ticks.map(({ time, label }) => [new Date(time * 1000).toISOString().slice(11, 16), label])).toEqual([
      ['22:00', 'time'],
      ['00:00', 'day'],
      ['02:00', 'time'],
    ])
  })

  it('stay where they are while the view moves', () => {
    const all = times('2024-03-01T00:00Z', MINUTE, 1000)
    const seen = (first: number) =>
      timeTicks(all, { first, last: first + 99 }, options(60, 14))
        .map(({ index }) => index)
        .filter((index) => index >= 300 && index <= 380)
    for (let first = 281; first <= 300; first++) expect(seen(first)).toEqual(seen(300))
  })

  it('begin the day by the reader’s clock', () => {
    const [tick] = timeTicks(times('2024-03-01T12:00Z', HOUR, 30), { first: 0, last: 12 }, options(HOUR, 12, 9 * HOUR))
    expect(tick).toEqual({ index: 3, time: at('2024-03-01T15:00Z'), label: 'day' })
  })

  it.each([
    ['America/New_York', '2026-03-08', '2026-11-01'],
    ['Europe/Rome', '2026-03-29', '2026-10-25'],
    ['Australia/Sydney', '2026-10-04', '2026-04-05'],
    ['America/St_Johns', '2026-03-08', '2026-11-01'],
  ])('name each day at midnight in %s, across both changes of the clock', (zone, spring, autumn) => {
    const { zoneAt } = createLabels({ lang: 'en', scale: 2, interval: '15m', zone })
    for (const change of [spring, autumn]) {
      const start = at(`${change}T00:00Z`) - 3 * DAY
      const bars = Array.from({ length: 6 * 96 }, (_, index) => start + index * 15 * MINUTE)
      const ticks = timeTicks(bars, { first: 0, last: bars.length - 1 }, { width: 15 * MINUTE, spacing: 60, zoneAt })
      const texts = ticks.filter(({ label }) => label === 'day').map(({ time }) => clockTime(time, zone))
      expect(texts.map((text) => text.slice(11))).toEqual(texts.map(() => '00:00:00'))
      const [day] = texts
      const days = texts.map((text) => (at(`${text.slice(0, 10)}T00:00Z`) - at(`${day?.slice(0, 10)}T00:00Z`)) / DAY)
      expect(days).toEqual(texts.map((_, index) => index))
      expect(texts.length).toBeGreaterThanOrEqual(5)
    }
  })

  it('name months and years on daily bars', () => {
    const ticks = timeTicks(times('2023-11-15T00:00Z', DAY, 90), { first: 0, last: 89 }, options(DAY, 16))
    expect(ticks.map(({ time, label }) => [new Date(time * 1000).toISOString().slice(0, 10), label])).toEqual([
      ['2023-12-01', 'month'],
      ['2024-01-01', 'year'],
      ['2024-02-01', 'month'],
    ])
  })

  it('do not crowd after closed hours', () => {
    const friday = times('2024-03-01T18:00Z', 15 * MINUTE, 16)
    const sunday = times('2024-03-03T22:00Z', 15 * MINUTE, 40)
    const ticks = timeTicks([...friday, ...sunday], { first: 0, last: 55 }, options(900, 12))
    for (const [index, tick] of ticks.entries()) {
      const before = ticks[index - 1]
      if (before) expect(tick.index - before.index).toBeGreaterThanOrEqual(8)
    }
    expect(ticks.length).toBeGreaterThan(2)
  })
})
