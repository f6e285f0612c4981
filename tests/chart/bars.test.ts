import { describe, expect, it } from 'vitest'
import type { Candle } from '../../src/api/market.ts'
import { applyBars, type Bars, createBars } from '../../src/ui/chart/bars.ts'

const candle = (time: number, close = time): Candle => [time, '1', '3', '0.5', String(close), '10']
const list = (from: number, count: number) => Array.from({ length: count }, (_, index) => candle(from + index * 60))
/** The newest of them comes apart from the others. */
const apply = (bars: Bars, all: readonly Candle[]) => applyBars(bars, all.slice(0, -1), all.at(-1))

describe('bars', () => {
  it('are columns of numbers, counted from the oldest', () => {
    const bars = createBars()
    expect(apply(bars, [candle(60, 1.5), candle(120, 2.5)])).toEqual({ type: 'replaced' })
    expect(bars).toMatchObject({ x: [0, 1], time: [60, 120], close: [1.5, 2.5], high: [3, 3], volume: [10, 10] })
  })

  it('change nothing where the same candles come in another list', () => {
    const bars = createBars()
    const candles = list(0, 3)
    apply(bars, candles)
    expect(apply(bars, [...candles])).toEqual({ type: 'none' })
  })

  it('tell that the newest bar grew', () => {
    const bars = createBars()
    const candles = list(0, 3)
    apply(bars, candles)
    expect(apply(bars, [...candles.slice(0, -1), candle(120, 7)])).toEqual({
      type: 'changed',
      prepended: 0,
      closeFrom: 2,
    })
    expect(bars.close.at(-1)).toBe(7)
  })

  it('do not look at the closed ones where only the newest grew', () => {
    const bars = createBars()
    let reads = 0
    const closed = new Proxy(list(0, 1000), {
      get: (target, key) => {
        reads++
        return Reflect.get(target, key)
      },
    })
    applyBars(bars, closed, candle(60_000, 7))
    reads = 0
    expect(applyBars(bars, closed, candle(60_000, 8))).toEqual({ type: 'changed', prepended: 0, closeFrom: 1000 })
    expect(reads).toBeLessThan(10)
    expect(bars.close.at(-1)).toBe(8)
    expect(applyBars(bars, closed, bars.newest)).toEqual({ type: 'none' })
  })

  it('tell that the newest bar grew for the last time, and others came after it', () => {
    const bars = createBars()
    const candles = list(0, 3)
    apply(bars, candles)
    const next = [...candles.slice(0, -1), candle(120, 7), candle(180), candle(240)]
    expect(apply(bars, next)).toEqual({ type: 'changed', prepended: 0, closeFrom: 2 })
    expect(bars.x).toEqual([0, 1, 2, 3, 4])
  })

  it('tell that only new ones came', () => {
    const bars = createBars()
    const candles = list(0, 3)
    apply(bars, candles)
    expect(apply(bars, [...candles, candle(180)])).toEqual({ type: 'changed', prepended: 0, closeFrom: 3 })
  })

  it('tell how many older ones came before the oldest', () => {
    const bars = createBars()
    const candles = list(600, 3)
    apply(bars, candles)
    expect(apply(bars, [...list(0, 10), ...candles])).toEqual({ type: 'changed', prepended: 10, closeFrom: 0 })
    expect(bars.time[0]).toBe(0)
    expect(bars.x).toHaveLength(13)
  })

  it('tell that one in the middle was mended', () => {
    const bars = createBars()
    const candles = list(0, 5)
    apply(bars, candles)
    expect(apply(bars, candles.with(1, candle(60, 9)))).toEqual({ type: 'changed', prepended: 0, closeFrom: 1 })
    expect(bars.close[1]).toBe(9)
  })

  it('tell where closes begin to differ, and not where volumes do', () => {
    const bars = createBars()
    const candles = list(0, 5)
    apply(bars, candles)
    const withVolumes = candles.map(([time, open, high, low, close]): Candle => [time, open, high, low, close, '77'])
    expect(apply(bars, withVolumes)).toEqual({ type: 'changed', prepended: 0, closeFrom: 5 })
    expect(bars.volume).toEqual([77, 77, 77, 77, 77])
  })

  it('tell that all are others', () => {
    const bars = createBars()
    apply(bars, list(0, 5))
    expect(apply(bars, list(10_000, 2))).toEqual({ type: 'replaced' })
    expect(bars.time).toEqual([10_000, 10_060])
    expect(apply(bars, [])).toEqual({ type: 'replaced' })
    expect(bars.x).toEqual([])
  })
})
