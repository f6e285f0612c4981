import type { Candle } from '../../src/api/market/market.ts'
import type { Instrument } from '../../src/rules/market/instruments.ts'
import { barOpen, type Interval, intervalSeconds, intervals } from '../../src/rules/market/intervals.ts'
import { formatMoney } from '../../src/rules/money/money.ts'

/** A candle. `time`: seconds since the epoch. Prices and the volume are minor units. */
export type Bar = { time: number; open: bigint; high: bigint; low: bigint; close: bigint; volume: bigint }

export const MINUTE_SECONDS = intervalSeconds['1m']

/** The intervals that are built from minutes. */
export const wideIntervals = intervals.filter((interval) => interval !== '1m')

// Math.max and Math.min take no bigints.
const isHigher = (price: bigint, other: bigint) => price > other

/** Merges two consecutive bars into one, which opens with the first. */
export const join = (first: Bar, second: Bar): Bar => ({
  time: first.time,
  open: first.open,
  high: isHigher(second.high, first.high) ? second.high : first.high,
  low: isHigher(first.low, second.low) ? second.low : first.low,
  close: second.close,
  volume: first.volume + second.volume,
})

/** Adds a narrower bar to a list of bars of one interval, newest last. */
export function append(bars: Bar[], interval: Interval, bar: Bar): void {
  const time = barOpen(interval, bar.time)
  const last = bars.at(-1)
  if (last?.time === time) bars[bars.length - 1] = join(last, bar)
  else bars.push({ time, open: bar.open, high: bar.high, low: bar.low, close: bar.close, volume: bar.volume })
}

/** The growing bars of a symbol: the newest minute, and of each wider interval the minutes before it. */
export type Growth = { minute: Bar | undefined; wide: Map<Interval, Bar> }

/** A bar to store. */
export type Grown = { interval: Interval; bar: Bar }

/**
 * Adds a trade to a symbol's growing bars.
 *
 * Only the newest minute grows with each trade. A wider bar includes a minute once it is over. So each wide bar, here and in the database,
 * lacks exactly the newest minute, and is complete with it (`grownBar`).
 *
 * @param time seconds since the epoch, not before the newest minute
 * @returns the bars changed by the end of a minute; empty within a minute
 */
export function trade(growth: Growth, time: number, price: bigint, volume: bigint): Grown[] {
  const minute = barOpen('1m', time)
  const tick = { time: minute, open: price, high: price, low: price, close: price, volume }
  if (growth.minute?.time === minute) {
    growth.minute = join(growth.minute, tick)
    return []
  }
  const over = growth.minute
  growth.minute = tick
  return over ? takeIn(growth, over) : []
}

function takeIn(growth: Growth, over: Bar): Grown[] {
  const grown: Grown[] = [{ interval: '1m', bar: over }]
  for (const interval of wideIntervals) {
    const last = growth.wide.get(interval)
    const bars = last ? [last] : []
    append(bars, interval, over)
    const bar = bars.at(-1)
    if (!bar) continue
    growth.wide.set(interval, bar)
    grown.push({ interval, bar })
  }
  return grown
}

/** The newest bar of an interval with all trades up to now, or `undefined` before the first. */
export function grownBar({ minute, wide }: Growth, interval: Interval): Bar | undefined {
  if (!minute || interval === '1m') return minute
  const last = wide.get(interval)
  const bars = last ? [last] : []
  append(bars, interval, minute)
  return bars.at(-1)
}

/** A bar as the wire carries it. */
export function toCandle({ time, open, high, low, close, volume }: Bar, { scale, quantityScale }: Instrument): Candle {
  const price = (amount: bigint) => formatMoney(amount, scale)
  return [time, price(open), price(high), price(low), price(close), formatMoney(volume, quantityScale)]
}

/** A candle, and a list of them, as the JSON of an answer. */
export const toCandleJson = (bar: Bar, instrument: Instrument): string => JSON.stringify(toCandle(bar, instrument))
export const toJson = (candles: readonly string[]): string => `[${candles.join(',')}]`
