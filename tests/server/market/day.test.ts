import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bar, join } from '../../../server/market/bars.ts'
import { createDay } from '../../../server/market/day.ts'

const NOON = Date.UTC(2026, 0, 6, 12) / 1000
const HOUR = 3600
const bar = (time: number, price: bigint, more: Partial<Bar> = {}): Bar => ({
  time,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 100n,
  ...more,
})

describe('market: the last 24 hours', () => {
  const newest = bar(NOON, 130n)

  it('open at the price before them', () => {
    const day = createDay([bar(NOON - 24 * HOUR, 90n), bar(NOON - 2 * HOUR, 120n)], 2)
    expect(day.figures(NOON + 60, newest).open).toBe(90n)
  })

  it('open with their first trade if there was none before', () => {
    const day = createDay([bar(NOON - 2 * HOUR, 120n, { open: 118n })], 2)
    expect(day.figures(NOON + 60, newest).open).toBe(118n)
  })

  it('include the current minute', () => {
    const day = createDay(
      [bar(NOON - 24 * HOUR, 500n), bar(NOON - 23 * HOUR, 100n, { low: 80n }), bar(NOON - HOUR, 150n)],
      2,
    )
    const { high, low, volume } = day.figures(NOON + 60, { ...newest, high: 160n })
    expect({ high, low, volume }).toEqual({ high: 160n, low: 80n, volume: 300n })
    expect(day.volume(NOON + 60, newest)).toBe(300n)
  })

  it('turn over the volume times the typical price, at the price’s scale', () => {
    const day = createDay([bar(NOON - HOUR, 150n, { open: 100n, high: 200n, low: 100n, close: 200n })], 2)
    expect(day.figures(NOON + 60, newest).turnover).toBe(150n + 130n)
  })

  it('move on with time', () => {
    const day = createDay([bar(NOON - 23 * HOUR, 100n)], 2)
    expect(day.volume(NOON + 60, newest)).toBe(200n)
    expect(day.volume(NOON + 2 * HOUR, newest)).toBe(100n)
  })

  it('add a completed minute', () => {
    const day = createDay([], 2)
    expect(day.figures(NOON + 60, newest).volume).toBe(100n)
    day.add(newest)
    expect(day.figures(NOON + 120, bar(NOON + 60, 131n)).volume).toBe(200n)
  })

  it('are flat at the last price without trades', () => {
    const day = createDay([bar(NOON - 60, 120n)], 2)
    const { open, high, low, volume, turnover } = day.figures(NOON + 48 * HOUR, newest)
    expect({ open, high, low, volume, turnover }).toEqual({
      open: 130n,
      high: 130n,
      low: 130n,
      volume: 0n,
      turnover: 0n,
    })
  })

  it('have a line of hourly closes, newest last, at most 24', () => {
    const bars = Array.from({ length: 30 }, (_, hour) => bar(NOON - (30 - hour) * HOUR, BigInt(hour + 1)))
    const { spark } = createDay(bars, 2).figures(NOON + 60, newest)
    expect(spark).toHaveLength(24)
    expect(spark.slice(-3)).toEqual([29n, 30n, 130n])
  })

  it('equal the sum of their minutes, in any order of arrival', () => {
    const minutes = fc.array(fc.record({ wait: fc.integer({ min: 1, max: 90 }), price: fc.bigInt(1n, 900n) }), {
      minLength: 2,
      maxLength: 80,
    })
    fc.assert(
      fc.property(minutes, fc.nat(80), fc.nat(3_000), (list, cut, later) => {
        let time = NOON
        const bars = list.map(({ wait, price }) => {
          time += wait * 60
          return bar(time, price)
        })
        const newest = bars.pop() ?? bar(NOON, 1n)
        const day = createDay(bars.slice(0, cut), 2)
        for (const over of bars.slice(cut)) day.add(over)
        const until = newest.time + 60 + later * 60
        const within = [...bars, newest].filter((over) => over.time >= until - 24 * HOUR)
        const [first, ...rest] = within
        if (!first) return
        const whole = rest.reduce(join, first)
        const { high, low, volume, open } = day.figures(until, newest)
        const before = bars.findLast((over) => over.time < until - 24 * HOUR)
        expect({ high, low, volume, open }).toEqual({
          high: whole.high,
          low: whole.low,
          volume: whole.volume,
          open: before?.close ?? whole.open,
        })
        expect(day.volume(until, newest)).toBe(volume)
      }),
    )
  })
})
