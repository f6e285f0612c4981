import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIndicators, type IndicatorKey, indicatorKeys } from '../../src/ui/chart/indicators.ts'

const rising = Array.from({ length: 60 }, (_, index) => index + 1)
// StockCharts' example of moving averages, with ten more closes. The expected values were computed from the definition in
// fractions, in another language; `technicalindicators` 3.1 of npm gives the same.
const published = [
  22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36, 24.05, 23.75,
  23.83, 23.95, 23.63, 23.82, 23.87, 23.65, 23.19, 23.1, 23.33, 22.68, 23.1, 22.4, 22.17, 22.51, 22.04, 21.87, 22.35,
  22.92, 23.18, 22.76, 23.41, 24.02, 24.36,
]
const EMA12 = [
  22.229167, 22.252372, 22.307392, 22.469331, 22.712511, 22.872125, 23.01949, 23.162646, 23.234546, 23.324616,
  23.408521, 23.445672, 23.406338, 23.359209, 23.354715, 23.250913, 23.227695, 23.100358, 22.957226, 22.888422,
  22.757895, 22.621296, 22.579558, 22.631934, 22.716252, 22.722982, 22.828677, 23.011958, 23.219349,
]
const EMA26 = [
  22.895, 22.879074, 22.895439, 22.85874, 22.807722, 22.785669, 22.730434, 22.666698, 22.643239, 22.66374, 22.701981,
  22.706279, 22.758406, 22.851858, 22.963572,
]
const DIF = [
  0.459715, 0.371839, 0.332257, 0.241618, 0.149504, 0.102753, 0.027462, -0.045402, -0.063681, -0.031806, 0.014271,
  0.016703, 0.070271, 0.1601, 0.255777,
]
const DEA = [0.175118, 0.133733, 0.109841, 0.091213, 0.087025, 0.10164, 0.132467]
const HISTOGRAM = [-0.238799, -0.165539, -0.09557, -0.07451, -0.016754, 0.05846, 0.12331]

const valuesOf = (keys: readonly IndicatorKey[], closes: readonly number[]) => {
  const indicators = createIndicators(keys)
  indicators.load(closes, 0)
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

  it('begin the exponential averages with a simple one, and come to what others compute', () => {
    const values = valuesOf(['ema', 'macd'], published)
    const from = (name: string, first: number) => {
      const line = values.get(name) ?? []
      expect(line.slice(0, first)).toEqual(Array(first).fill(Number.NaN))
      return line.slice(first).map((value) => Number(value.toFixed(6)))
    }
    expect(from('EMA12', 11)).toEqual(EMA12)
    expect(from('EMA26', 25)).toEqual(EMA26)
    expect(from('DIF', 25)).toEqual(DIF)
    expect(from('DEA', 33)).toEqual(DEA)
    expect(from('MACD', 33)).toEqual(HISTOGRAM)
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
          live.load([], 0)
          for (const [index, closes] of ticks.entries()) for (const close of closes) live.put(index, close)
          const whole = createIndicators(indicatorKeys)
          whole.load(
            ticks.map((closes) => closes.at(-1) ?? 0),
            0,
          )
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
    indicators.load(rising, 0)
    expect(() => indicators.put(3, 1)).toThrow(RangeError)
    expect(() => indicators.put(62, 1)).toThrow(RangeError)
  })

  it('are known from the oldest bar in sight on, and the same as where all bars were looked at', () => {
    const closes = Array.from({ length: 500 }, (_, index) => 100 + ((index * 7919) % 101))
    for (const keys of [['ma'], ['boll'], ['ma', 'boll'], ['ma', 'ema'], ['rsi']] as const) {
      const [whole, seen] = [valuesOf(keys, closes), createIndicators(keys)]
      let asked = 0
      for (const first of [440, 439, 390, 300, 10, 0]) {
        const from = seen.missing(first)
        if (from !== undefined) seen.load(closes, from)
        if (from !== undefined) asked++
        expect(seen.missing(first)).toBeUndefined()
        for (const { name, values } of seen.lines) {
          expect(values).toHaveLength(500)
          const rounded = (list: readonly number[] = []) => list.slice(first).map((value) => Number(value.toFixed(9)))
          expect(rounded(values)).toEqual(rounded(whole.get(name)))
        }
      }
      // Those that are made of all before them are known at once; of the others 60 bars, 120, 240 and all.
      expect(asked).toBe(keys.some((key) => key === 'ema' || key === 'rsi') ? 1 : 4)
      seen.forget()
      seen.put(500, 1)
      expect(seen.lines.flatMap(({ values }) => values)).toEqual([])
      expect(seen.missing(440)).toBeDefined()
    }
    expect(createIndicators([]).missing(0)).toBeUndefined()
  })
})
