import { describe, expect, it } from 'vitest'
import type { Candle } from '../../src/api/market/market.ts'
import { applyBars, type Bars, createBars, read, readCloses } from '../../src/ui/chart/bars.ts'

const candle = (time: number, close = time): Candle => [time, '1', '3', '0.5', String(close), '10']
const list = (from: number, count: number) => Array.from({ length: count }, (_, index) => candle(from + index * 60))
/** The newest of them comes apart from the others. */
const apply = (bars: Bars, all: readonly Candle[]) => applyBars(bars, all.slice(0, -1), all.at(-1))

describe('bars', () => {
  it('are columns of numbers, the oldest first', () => {
    const bars = createBars()
    expect(apply(bars, [candle(60, 1.5), candle(120, 2.5)])).toEqual({ type: 'replaced' })
    read(bars, 0, 1)
    expect(bars).toMatchObject({ time: [60, 120], close: [1.5, 2.5], high: [3, 3], volume: [10, 10] })
  })

  it('are read where they are looked at, once, and the newest at once', () => {
    const bars = createBars()
    let reads = 0
    const spied = (bar: Candle) =>
      new Proxy(bar, {
        get: (target, key) => {
          if (key === '1') reads++
          return Reflect.get(target, key)
        },
      })
    apply(bars, list(0, 1000).map(spied))
    expect([reads, bars.close.at(-1)]).toEqual([1, 59_940])
    read(bars, 900, 999)
    read(bars, 890, 950)
    read(bars, 905, 999)
    expect(reads).toBe(1 + 99 + 10)
    expect(bars.close.slice(890)).toEqual(
      list(0, 1000)
        .map(([time]) => time)
        .slice(890),
    )
    read(bars, 0, 9)
    expect(reads).toBe(110 + 10)
    expect([bars.close[9], bars.close[10]]).toEqual([540, undefined])
    readCloses(bars, 0)
    expect(bars.close).toEqual(list(0, 1000).map(([time]) => time))
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
    read(bars, 0, 4)
    expect(bars.close).toEqual([0, 60, 7, 180, 240])
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
    read(bars, 0, 2)
    expect(apply(bars, [...list(0, 10), ...candles])).toEqual({ type: 'changed', prepended: 10, closeFrom: 0 })
    expect(bars.time[0]).toBe(0)
    expect(bars.time).toHaveLength(13)
    read(bars, 10, 12)
    expect(bars.close.slice(10)).toEqual([600, 660, 720])
  })

  it('tell that one in the middle was mended', () => {
    const bars = createBars()
    const candles = list(0, 5)
    apply(bars, candles)
    read(bars, 0, 4)
    expect(apply(bars, candles.with(1, candle(60, 9)))).toEqual({ type: 'changed', prepended: 0, closeFrom: 1 })
    read(bars, 0, 4)
    expect(bars.close[1]).toBe(9)
  })

  it('tell where closes begin to differ, and not where volumes do', () => {
    const bars = createBars()
    const candles = list(0, 5)
    apply(bars, candles)
    read(bars, 0, 4)
    const withVolumes = candles.map(([time, open, high, low, close]): Candle => [time, open, high, low, close, '77'])
    expect(apply(bars, withVolumes)).toEqual({ type: 'changed', prepended: 0, closeFrom: 5 })
    read(bars, 0, 4)
    expect(bars.volume).toEqual([77, 77, 77, 77, 77])
  })

  it('tell that all are others', () => {
    const bars = createBars()
    apply(bars, list(0, 5))
    read(bars, 0, 4)
    expect(apply(bars, list(10_000, 2))).toEqual({ type: 'replaced' })
    read(bars, 0, 1)
    expect(bars.close).toEqual([10_000, 10_060])
    expect(bars.time).toEqual([10_000, 10_060])
    expect(apply(bars, [])).toEqual({ type: 'replaced' })
    expect(bars.time).toEqual([])
  })
})
