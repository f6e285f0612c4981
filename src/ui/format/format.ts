import type { Lang } from '../../api/wire/first-fields.ts'
import { bcp47, numberFormat } from '../../api/wire/language-tags.ts'
import { currencyOf } from '../../rules/money/currencies.ts'
import { formatMoney, parseSigned } from '../../rules/money/money.ts'
import { type Role, shownOf } from '../../rules/money/shown-amounts.ts'
import { clockTime, dayOf, type Zone } from '../../rules/time/zone.ts'

export { bcp47 }

const DECIMAL = /^-?\d+(\.\d+)?$/
const isDecimal = (text: string): text is `${number}` => DECIMAL.test(text)

const formatters = new Map<string, Intl.NumberFormat>()

/** A language's number format, cached. */
export function formatter(lang: Lang, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const id = lang + JSON.stringify(options)
  const known = formatters.get(id)
  if (known) return known
  const made = numberFormat(lang, options)
  formatters.set(id, made)
  return made
}

/**
 * Intl takes decimal text directly, so that no digit passes through a float. Other text is returned
 * unchanged. The minus is U+2212, as wide as a plus.
 */
export function write(text: string, lang: Lang, options: Intl.NumberFormatOptions, exponent: '' | 'E-2' = ''): string {
  if (!isDecimal(text)) return text
  return formatter(lang, options)
    .format(`${text}${exponent}` as `${number}`)
    .replace('-', '−')
}

type Sign = {
  /** With a plus sign. Zero has no sign. */
  sign?: boolean
}
const signDisplay = ({ sign }: Sign) => ({ signDisplay: sign ? 'exceptZero' : 'negative' }) as const

/**
 * A price, or a distance of prices, with exactly `scale` decimals.
 *
 * @param text a decimal, as on the wire
 */
export const formatPrice = (text: string, scale: number, lang: Lang, options: Sign = {}): string =>
  write(text, lang, { minimumFractionDigits: scale, maximumFractionDigits: scale, ...signDisplay(options) })

/**
 * An amount of a currency, with at least two decimals.
 *
 * @param text a signed decimal, as on the wire
 * @param as its role, which decides the rounding: `src/rules/money/shown-amounts.ts`
 * @param currency a currency code of the platform
 * @throws RangeError if there is no such currency
 */
export function formatAmount(text: string, as: Role, currency: string, lang: Lang, options: InColumn = {}): string {
  const decimals = currencyOf(currency)
  const amount = parseSigned(text, decimals.scale)
  const shown = amount === undefined ? text : formatMoney(shownOf(amount, as, decimals), decimals.scale)
  const minimumFractionDigits = options.decimals ?? DECIMALS_MIN
  return write(shown, lang, { minimumFractionDigits, maximumFractionDigits: 18, ...signDisplay(options) })
}

const DECIMALS_MIN = 2

/** `decimals`: at least so many, as in its column. */
type InColumn = Sign & { decimals?: number | undefined }

/** The decimals of a column of amounts of one currency: as many as the longest has, so that their points are below each other. */
export const columnDecimals = (amounts: readonly string[]): number =>
  amounts.reduce((most, text) => Math.max(most, text.split('.')[1]?.replace(/0+$/, '').length ?? 0), DECIMALS_MIN)

/** An amount without trailing zeros: a limit, or a typed value. */
export const formatPlain = (text: string, lang: Lang): string => write(text, lang, { maximumFractionDigits: 18 })

/**
 * A percentage.
 *
 * @param text a decimal in percent: `2.14` is 2.14%
 * @param decimals number of decimals, 2 by default
 */
export const formatPercent = (text: string, lang: Lang, options: Sign & { decimals?: number } = {}): string => {
  const { decimals = 2 } = options
  return write(
    text,
    lang,
    {
      style: 'percent',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      ...signDisplay(options),
    },
    'E-2',
  )
}

/** A rate in millionths as a percentage, without trailing zeros: 320 is 0.032%. */
export const formatPpm = (ppm: number, lang: Lang): string =>
  formatter(lang, { style: 'percent', maximumFractionDigits: 4 }).format(ppm / 1_000_000)

/** A rate in millionths, with its sign and this many decimals. */
export const formatRate = (ppm: number, decimals: number, lang: Lang): string =>
  formatter(lang, {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'exceptZero',
  })
    .format(ppm / 1_000_000)
    .replace('-', '−')

/** A rate in basis points as a percentage, without trailing zeros: 8,500 is 85%. */
export const formatBps = (bps: number, lang: Lang): string => formatPpm(bps * 100, lang)

/** A large number in short: 18,400 is 18.4K in English, 1.84万 in Chinese. */
export const formatCompact = (text: string, lang: Lang): string =>
  write(text, lang, { notation: 'compact', maximumSignificantDigits: 3 })

/** A decimal with all its decimals, such as a limit. Other text is returned unchanged. */
export const formatDecimal = (text: string, lang: Lang): string => write(text, lang, { maximumFractionDigits: 18 })

/** A whole number. */
export const formatCount = (count: number, lang: Lang): string => formatter(lang, {}).format(count)

/**
 * Change from `open` to `price`, in percent with two decimals, halves away from zero; `0.00` if `open` is zero.
 * Both are non-negative decimals, as on the wire.
 */
export function changePercent(open: string, price: string): string {
  const [a, b] = toSameScale(open, price)
  if (a === 0n) return '0.00'
  const hundredths = ((b - a) * 20_000n) / a
  const rounded = (hundredths + (hundredths < 0n ? -1n : 1n)) / 2n
  const digits = (rounded < 0n ? -rounded : rounded).toString().padStart(3, '0')
  return `${rounded < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function toSameScale(...texts: [string, string]): [bigint, bigint] {
  const scale = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0))
  const minor = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return isDecimal(text) ? BigInt(whole + fraction.padEnd(scale, '0')) : 0n
  }
  return [minor(texts[0]), minor(texts[1])]
}

/** Direction of a price change. Both are non-negative decimals, as on the wire. */
export function moveOf(before: string, price: string): 'up' | 'down' | 'flat' {
  const [a, b] = toSameScale(before, price)
  if (a === b) return 'flat'
  return b > a ? 'up' : 'down'
}

/** Index of the first difference of two texts; 0 if their lengths differ, since digits then shift. */
export function differAt(before: string, text: string): number {
  if (before.length !== text.length) return 0
  let at = 0
  while (at < text.length && before[at] === text[at]) at++
  return at
}

/** Sign of a decimal. */
export const directionOf = (text: string): 'up' | 'down' | 'flat' => {
  if (!isDecimal(text) || /^-?0*(\.0*)?$/.test(text)) return 'flat'
  return text.startsWith('-') ? 'down' : 'up'
}

let shownZone: Zone | undefined

/** Sets the time zone for display; by default the device's. */
export function showTimesIn(zone: Zone | undefined): void {
  try {
    new Intl.DateTimeFormat('en', zone === undefined ? {} : { timeZone: zone })
    shownZone = zone
  } catch {
    // A browser may not know a zone that the server does.
    shownZone = undefined
  }
}

/** The display zone: undefined for the device's. */
export const zoneShown = (): Zone | undefined => shownZone

/**
 * A time as `YYYY-MM-DD HH:mm:ss`, the same in every language.
 *
 * @param seconds since the epoch
 * @param timeZone an IANA name; by default the account's, or the device's for guests
 */
export const formatTime = (seconds: number, timeZone = shownZone): string => clockTime(seconds, timeZone)

/** The same for a time in ms since the epoch. */
export const formatTimeMs = (ms: number, timeZone = shownZone): string => formatTime(Math.floor(ms / 1000), timeZone)

/**
 * The day of a time as `YYYY-MM-DD`, the same in every language.
 *
 * @param seconds since the epoch
 * @param timeZone as in `formatTime`; UTC for dates that are global
 */
export const formatDate = (seconds: number, timeZone = shownZone): string => dayOf(seconds, timeZone)

/** The day of a time in ms, as `formatDate`. */
export const formatDateMs = (ms: number): string => formatDate(Math.floor(ms / 1000))

/** The time of day, as `HH:MM:SS`. */
export const formatClock = (seconds: number): string => formatTime(seconds).slice(11)

/** The time of day, as `HH:MM`. */
export const formatTimeOfDay = (seconds: number): string => formatClock(seconds).slice(0, 5)

/**
 * A weekday with a time of day, for a time within the week: `Sun 22:00`.
 *
 * @param ms since the epoch
 */
export const formatWeekday = (ms: number, lang: Lang, timeZone = shownZone): string =>
  new Intl.DateTimeFormat(bcp47(lang), {
    numberingSystem: 'latn',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone ? { timeZone } : {}),
  }).format(ms)
