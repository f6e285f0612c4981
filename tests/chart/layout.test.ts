import { describe, expect, it } from 'vitest'
import type { IndicatorKey } from '../../src/ui/chart/indicators.ts'
import { layoutOf, pad, panelsOf, plotRange, rangeOf, yOf } from '../../src/ui/chart/layout.ts'

const all = (...keys: IndicatorKey[]) => panelsOf('1m', keys)

describe('the panels of a chart', () => {
  it('lie below each other, and leave the rest to the prices', () => {
    const { price, volume, macd, rsi } = layoutOf(500, all('ma', 'macd', 'rsi'))
    if (!volume || !macd || !rsi) throw new Error('panels are missing')
    const ends = [price, volume, macd, rsi].map(({ top, height }) => [top, top + height])
    for (const [index, [top = 0, bottom = 0]] of ends.entries()) {
      expect(bottom).toBeGreaterThan(top)
      expect(top).toBeGreaterThanOrEqual(ends[index - 1]?.[1] ?? 0)
    }
    expect(ends.at(-1)?.[1]).toBe(500)
  })

  it('are there only where they are chosen, and as large on every screen', () => {
    const plain = layoutOf(300, all('ma'))
    expect(plain).toMatchObject({ macd: null, rsi: null })
    expect(layoutOf(900, all('ma'), 3).volume?.height).toBe((plain.volume?.height ?? 0) * 3)
  })

  it('leave a line of ticks the room of the volume, which is not known of it', () => {
    const line = layoutOf(300, panelsOf('tick', []))
    expect(line).toMatchObject({ volume: null, price: { top: 8, height: 292 } })
  })

  it('make room for one row of text per indicator over the prices', () => {
    const rows = (...keys: IndicatorKey[]) => layoutOf(300, all(...keys)).price.top
    expect(rows('ma', 'boll') - rows('ma')).toBe(rows('ma') - rows())
    expect(rows('ma', 'rsi')).toBe(rows('ma'))
  })
})

describe('chart layout: values and pixels', () => {
  it('put the highest value at a band’s top and the lowest at its bottom', () => {
    const band = { top: 20, height: 200 }
    const range = { min: 10, max: 30 }
    expect([yOf(30, range, band), yOf(20, range, band), yOf(10, range, band)]).toEqual([20, 120, 220])
  })

  it('agree between a band and the whole plot', () => {
    const band = { top: 20, height: 200 }
    const range = { min: 10, max: 30 }
    const whole = plotRange(range, band, 300)
    for (const value of [10, 17, 30]) {
      expect(yOf(value, whole, { top: 0, height: 300 })).toBeCloseTo(yOf(value, range, band), 9)
    }
  })

  it('find the range of the visible bars, also with gaps', () => {
    expect(
      rangeOf(
        [
          [9, 2, 3, 99],
          [Number.NaN, 5, Number.NaN],
        ],
        1,
        2,
      ),
    ).toEqual({ min: 2, max: 5 })
    expect(rangeOf([[Number.NaN]], 0, 0)).toBeUndefined()
    expect(rangeOf([], 0, 5)).toBeUndefined()
  })

  it('give a range of no height some', () => {
    expect(pad({ min: 5, max: 5 }, 0.1)).toEqual({ min: 4.995, max: 5.005 })
    expect(pad({ min: 0, max: 10 }, 0.1)).toEqual({ min: -1, max: 11 })
  })
})
