import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { append, type Bar, type Growth, grownBar, join, trade } from '../../../server/market/bars.ts'
import { type Interval, intervals } from '../../../src/rules/market/intervals.ts'

const START = Date.UTC(2026, 0, 4, 22) / 1000

/** Trades in order of time, close together or days apart. */
const trades = fc
  .array(
    fc.record({
      wait: fc.oneof(fc.nat(90), fc.nat(200_000)),
      price: fc.bigInt(1n, 10_000n),
      volume: fc.bigInt(0n, 50n),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((list) => {
    let time = START
    return list.map(({ wait, price, volume }) => {
      time += wait
      return { time, price, volume }
    })
  })

/** Each interval's bars, made straight from the trades. */
function expected(list: { time: number; price: bigint; volume: bigint }[], interval: Interval): Bar[] {
  const bars: Bar[] = []
  for (const { time, price, volume } of list) {
    append(bars, interval, { time, open: price, high: price, low: price, close: price, volume })
  }
  return bars
}

describe('growing bars', () => {
  it('equal bars made directly from the trades, minute by minute', () => {
    fc.assert(
      fc.property(trades, (list) => {
        const growth: Growth = { minute: undefined, wide: new Map() }
        const stored = new Map<string, Bar>()
        for (const { time, price, volume } of list) {
          for (const { interval, bar } of trade(growth, time, price, volume)) stored.set(`${interval} ${bar.time}`, bar)
        }
        for (const interval of intervals) {
          const newest = grownBar(growth, interval)
          const bars = expected(list, interval)
          expect(newest).toEqual(bars.at(-1))
          for (const bar of bars.slice(0, -1)) expect(stored.get(`${interval} ${bar.time}`)).toEqual(bar)
        }
      }),
    )
  })

  it('are stored without the newest minute, which completes them', () => {
    fc.assert(
      fc.property(trades, (list) => {
        const growth: Growth = { minute: undefined, wide: new Map() }
        for (const { time, price, volume } of list) trade(growth, time, price, volume)
        const minutes = expected(list, '1m')
        for (const [interval, bar] of growth.wide) {
          const within: Bar[] = []
          for (const minute of minutes.slice(0, -1)) append(within, interval, minute)
          expect(bar).toEqual(within.at(-1))
        }
      }),
    )
  })

  it('join to one that opens with the first and closes with the second', () => {
    const first: Bar = { time: 0, open: 5n, high: 9n, low: 4n, close: 6n, volume: 1n }
    const second: Bar = { time: 60, open: 6n, high: 7n, low: 2n, close: 3n, volume: 2n }
    expect(join(first, second)).toEqual({ time: 0, open: 5n, high: 9n, low: 2n, close: 3n, volume: 3n })
  })
})
