import type { Lang } from '../../api/wire/fields.ts'
import { numberFormat } from '../../api/wire/language-tags.ts'
import { type ChartInterval, chartSeconds } from '../../rules/market/intervals.ts'
import { offsetAt, UTC, type Zone } from '../../rules/time/zone.ts'
import { bcp47, formatCompact } from '../format/format.ts'
import type { TimeLabel } from './ticks.ts'

const DAY = 86_400
/** Cache size, more than any view shows: past it the cache is cleared. */
const KEPT_MAX = 400

/** Memoizes per key, with a bounded cache. */
function kept<K, T>(make: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= KEPT_MAX) known.clear()
    const made = make(key)
    known.set(key, made)
    return made
  }
}

/** Offsets of a zone, in seconds. Days without a change of the clock cost one lookup, since formatting a time is slow. */
function offsetsOf(zone: Zone): (time: number) => number {
  const days = new Map<number, number>()
  const atStart = (day: number) => {
    const offset = days.get(day) ?? offsetAt(day * DAY, zone)
    days.set(day, offset)
    return offset
  }
  const exact = kept((time: number) => offsetAt(time, zone))
  return (time) => {
    const day = Math.floor(time / DAY)
    const offset = atStart(day)
    return offset === atStart(day + 1) ? offset : exact(time)
  }
}

/** Number and time formats of a chart. */
export type Labels = {
  /** The value of a price's last decimal. */
  priceStep: number
  /** A price, with the instrument's decimals unless said. */
  price(value: number, decimals?: number): string
  volume(value: number): string
  /** A label on the time axis. `time`: seconds since the epoch. */
  tick(time: number, label: TimeLabel): string
  /** A time of the day, to the second. */
  second(time: number): string
  /** Opening time of a bar, in full. */
  moment(time: number): string
  /** Offset of a time for the labels' days, in seconds. */
  zoneAt(time: number): number
}

/**
 * Labels in a language. Bars of a day and more have their UTC date; shorter ones the time in the display zone.
 *
 * @param scale decimals of a price
 * @param zone the display zone; by default the device's
 */
export function createLabels({
  lang,
  scale,
  interval,
  zone,
}: {
  lang: Lang
  scale: number
  interval: ChartInterval
  zone?: Zone | undefined
}): Labels {
  const daily = chartSeconds[interval] >= DAY
  const timeZone = daily ? UTC : zone
  const clock = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(bcp47(lang), {
      numberingSystem: 'latn',
      calendar: 'gregory',
      ...options,
      ...(timeZone ? { timeZone } : {}),
    })
  const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const second = { ...minute, second: '2-digit' } as const
  const time = interval === 'tick' ? second : minute
  const day = { month: 'short', day: 'numeric' } as const
  const options: Record<TimeLabel | 'moment' | 'second', Intl.DateTimeFormatOptions> = {
    time,
    second,
    day,
    month: { month: 'short', year: 'numeric' },
    year: { year: 'numeric' },
    moment: { year: 'numeric', ...day, ...(daily ? {} : time) },
  }
  // Creating a formatter costs more than formatting all texts, and a view needs few of them.
  const writer = kept((label: TimeLabel | 'moment' | 'second') => {
    const { format } = clock(options[label])
    return kept((at: number) => format(at * 1000))
  })
  const pricer = kept((decimals: number) => {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    // What rounds to zero has no sign.
    const { format } = numberFormat(lang, { signDisplay: 'negative', ...digits })
    return kept((value: number) => format(value).replace('-', '−'))
  })

  return {
    priceStep: 10 ** -scale,
    price: (value, decimals = scale) => pricer(decimals)(value),
    volume: (value) => formatCompact(String(value), lang),
    tick: (at, label) => writer(label)(at),
    second: (at) => writer('second')(at),
    moment: (at) => writer('moment')(at),
    zoneAt: timeZone ? offsetsOf(timeZone) : (at) => new Date(at * 1000).getTimezoneOffset() * -60,
  }
}
