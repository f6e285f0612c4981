/** The bar widths of a chart, narrowest first. */
export const intervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const
export type Interval = (typeof intervals)[number]

const MINUTE = 60
/** Each interval's width in seconds. */
export const intervalSeconds: Record<Interval, number> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': 60 * MINUTE,
  '4h': 240 * MINUTE,
  '1d': 1440 * MINUTE,
  '1w': 10_080 * MINUTE,
}

/** Chart types: recorded ticks, at most one a second, or bars of an interval. */
export const chartIntervals = ['tick', ...intervals] as const
export type ChartInterval = (typeof chartIntervals)[number]

/** The distance between two points of a chart, in seconds. */
export const chartSeconds: Record<ChartInterval, number> = { tick: 1, ...intervalSeconds }

// 1970-01-05 was a Monday: weekly bars start on one, at 00:00 UTC.
const FIRST_MONDAY = 4 * 1440 * MINUTE

/**
 * The opening time of the bar that contains this second.
 *
 * @param time seconds since the epoch
 * @returns seconds since the epoch
 */
export function barOpen(interval: ChartInterval, time: number): number {
  const width = chartSeconds[interval]
  const origin = interval === '1w' ? FIRST_MONDAY : 0
  return Math.floor((time - origin) / width) * width + origin
}
