import type { Lang } from '../../api/fields.ts'
import { type Interval, intervalSeconds } from '../../rules/intervals.ts'
import { bcp47, formatCompact } from '../format.ts'
import type { TimeLabel } from './ticks.ts'

const DAY = 86_400
/** More texts than any view shows: past that the memory is emptied. */
const KEPT_MAX = 400

/** How a chart writes numbers and times. */
export type Labels = {
  /** What the last decimal of a price counts. */
  priceStep: number
  /** A price, with the instrument's decimals unless said. */
  price(value: number, decimals?: number): string
  volume(value: number): string
  /** A label on the time axis. `time`: seconds since the epoch. */
  tick(time: number, label: TimeLabel): string
  /** When a bar opens, in full. */
  moment(time: number): string
  /** What to add to a time, in seconds, to count days as the labels do. */
  zoneAt(time: number): number
}

/**
 * Labels in a language. Bars of a day and more are named by their UTC date; shorter ones by the reader's own clock.
 *
 * @param scale decimals of a price
 */
export function createLabels({ lang, scale, interval }: { lang: Lang; scale: number; interval: Interval }): Labels {
  const daily = intervalSeconds[interval] >= DAY
  const clock = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(bcp47(lang), {
      numberingSystem: 'latn',
      calendar: 'gregory',
      ...options,
      ...(daily ? { timeZone: 'UTC' } : {}),
    })
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const day = { month: 'short', day: 'numeric' } as const
  const clocks: Record<TimeLabel, Intl.DateTimeFormat> = {
    time: clock(time),
    day: clock(day),
    month: clock({ month: 'short', year: 'numeric' }),
    year: clock({ year: 'numeric' }),
  }
  const moment = clock({ year: 'numeric', ...day, ...(daily ? {} : time) })

  const prices = new Map<number, Intl.NumberFormat>()
  function priceFormat(decimals: number): Intl.NumberFormat {
    const known = prices.get(decimals)
    if (known) return known
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    const made = new Intl.NumberFormat(bcp47(lang), { numberingSystem: 'latn', ...digits })
    prices.set(decimals, made)
    return made
  }

  const ticks = new Map<string, string>()
  function tick(at: number, label: TimeLabel): string {
    const key = label + at
    const known = ticks.get(key)
    if (known !== undefined) return known
    if (ticks.size >= KEPT_MAX) ticks.clear()
    const made = clocks[label].format(at * 1000)
    ticks.set(key, made)
    return made
  }

  return {
    priceStep: 10 ** -scale,
    price: (value, decimals = scale) => priceFormat(decimals).format(value).replace('-', '−'),
    volume: (value) => formatCompact(String(value), lang),
    tick,
    moment: (at) => moment.format(at * 1000),
    zoneAt: (at) => (daily ? 0 : new Date(at * 1000).getTimezoneOffset() * -60),
  }
}
