import type { Lang } from '../../api/fields.ts'
import { type Interval, intervalSeconds } from '../../rules/intervals.ts'
import { bcp47, formatCompact, formatPrice } from '../format.ts'
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

  const kept = new Map<string, string>()
  const keep = (key: string, make: () => string): string => {
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= KEPT_MAX) kept.clear()
    const made = make()
    kept.set(key, made)
    return made
  }

  return {
    priceStep: 10 ** -scale,
    price: (value, decimals = scale) => {
      const text = value.toFixed(decimals)
      return keep(text, () => formatPrice(text, decimals, lang))
    },
    volume: (value) => formatCompact(String(value), lang),
    tick: (at, label) => keep(`${label}${at}`, () => clocks[label].format(at * 1000)),
    moment: (at) => moment.format(at * 1000),
    zoneAt: (at) => (daily ? 0 : new Date(at * 1000).getTimezoneOffset() * -60),
  }
}
