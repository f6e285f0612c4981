import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIndicators, type IndicatorKey, indicatorKeys } from '../../src/ui/chart/indicators.ts'

const rising = Array.from({ length: 60 }, (_, index) => index + 1)
const valuesOf = (keys: readonly IndicatorKey[], closes: readonly number[]) => {
  const indicators = createIndicators(keys)
  indicators.load(closes)
  return new Map(indicators.lines.map((line) => [line.name, line.values]))
}

describe('indicators', () => {
  it('average the last 5, 10 and 30 closes', () => {
    const values = valuesOf(['ma'], rising)
    expect(values.get('MA5')?.slice(3, 6)).toEqual([Number.NaN, 3, 4])
    expect(values.get('MA10')?.[9]).toBe(5.5)
    expect(values.get('MA30')?.[29]).toBe(15.5)
  })

  it('weigh newer closes more in the exponential average', () => {
    const values = valuesOf(['ema'], [...Array<number>(40).fill(100), 113])
    expect(values.get('EMA12')?.[10]).toBeNaN()
    expect(values.get('EMA12')?.[40]).toBeCloseTo(102, 9)
    expect(values.get('EMA26')?.[40]).toBeCloseTo(100 + 13 * (2 / 27), 9)
  })

  it('draw the bands two standard deviations from the mean', () => {
    const closes = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 9 : 11))
    const values = valuesOf(['boll'], closes)
    expect([values.get('LB')?.[19], values.get('BOLL')?.[19], values.get('UB')?.[19]]).toEqual([8, 10, 12])
  })

  it('give an RSI of 100 where nothing fell, and of 50 where gains and losses are even', () => {
    expect(valuesOf(['rsi'], rising).get('RSI14')?.[59]).toBe(100)
    const even = Array.from({ length: 15 }, (_, index) => (index % 2 === 0 ? 10 : 11))
    expect(valuesOf(['rsi'], even).get('RSI14')?.[14]).toBe(50)
  })

  it('say MACD as what lies between DIF and DEA', () => {
    const values = valuesOf(['macd'], rising)
    const at = (name: string) => values.get(name)?.[59] ?? Number.NaN
    expect(at('MACD')).toBeCloseTo(at('DIF') - at('DEA'), 12)
    expect(values.get('DIF')?.[24]).toBeNaN()
    expect(values.get('DIF')?.[25]).not.toBeNaN()
  })

  it('come to the same whether bars grow tick by tick or come whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.double({ min: 0.01, max: 1e5, noNaN: true }), { minLength: 1, maxLength: 4 }), {
          minLength: 1,
          maxLength: 70,
        }),
        (ticks) => {
          const live = createIndicators(indicatorKeys)
          for (const [index, closes] of ticks.entries()) for (const close of closes) live.put(index, close)
          const whole = createIndicators(indicatorKeys)
          whole.load(ticks.map((closes) => closes.at(-1) ?? 0))
          for (const [at, line] of live.lines.entries()) {
            const other = whole.lines[at]?.values ?? []
            expect(line.values).toHaveLength(other.length)
            for (const [index, value] of line.values.entries()) {
              if (Number.isNaN(other[index])) expect(value).toBeNaN()
              else expect(value).toBeCloseTo(other[index] ?? 0, 5)
            }
          }
        },
      ),
    )
  })

  it('refuse a bar that is neither the newest nor the next', () => {
    const indicators = createIndicators(['ma'])
    indicators.load(rising)
    expect(() => indicators.put(3, 1)).toThrow(RangeError)
    expect(() => indicators.put(62, 1)).toThrow(RangeError)
  })
})
