import type { Lang } from '../api/first-fields.ts'
import { bcp47 } from '../api/language-tags.ts'
import { currencyOf } from '../rules/currencies.ts'
import { formatMoney, parseSigned } from '../rules/money.ts'
import { type Role, shownOf } from '../rules/shown-amounts.ts'
import { clockTime, dayOf, type Zone } from '../rules/zone.ts'

export { bcp47 }

const DECIMAL = /^-?\d+(\.\d+)?$/
const isDecimal = (text: string): text is `${number}` => DECIMAL.test(text)

const formatters = new Map<string, Intl.NumberFormat>()

/** A language's own writing of numbers, made once. */
export function formatter(lang: Lang, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const id = lang + JSON.stringify(options)
  const known = formatters.get(id)
  if (known) return known
  const made = new Intl.NumberFormat(bcp47(lang), { numberingSystem: 'latn', ...options })
  formatters.set(id, made)
  return made
}

/**
 * Intl takes decimal text as it is, so that no digit passes through a float. Text that is no decimal comes back
 * unchanged. The minus is a true one, as wide as a plus.
 */
export function write(text: string, lang: Lang, options: Intl.NumberFormatOptions, exponent: '' | 'E-2' = ''): string {
  if (!isDecimal(text)) return text
  return formatter(lang, options)
    .format(`${text}${exponent}` as `${number}`)
    .replace('-', '−')
}

type Sign = {
  /** Writes a plus too. Zero has no sign. */
  sign?: boolean
}
const signDisplay = ({ sign }: Sign) => ({ signDisplay: sign ? 'exceptZero' : 'negative' }) as const

/**
 * A price with exactly `scale` decimals.
 *
 * @param text a decimal, as the wire carries it
 */
export const formatPrice = (text: string, scale: number, lang: Lang): string =>
  write(text, lang, { minimumFractionDigits: scale, maximumFractionDigits: scale })

/**
 * An amount of a currency, with two decimals at least.
 *
 * @param text a signed decimal, as the wire carries it
 * @param as its role, which decides how it is rounded: `src/rules/shown-amounts.ts`
 * @param currency a code of the platform's
 * @throws RangeError where there is no such currency
 */
export function formatAmount(text: string, as: Role, currency: string, lang: Lang, options: Sign = {}): string {
  const decimals = currencyOf(currency)
  const amount = parseSigned(text, decimals.scale)
  const shown = amount === undefined ? text : formatMoney(shownOf(amount, as, decimals), decimals.scale)
  return write(shown, lang, { minimumFractionDigits: 2, maximumFractionDigits: 18, ...signDisplay(options) })
}

/** An amount with no more decimals than it has: a limit, or what someone typed. */
export const formatPlain = (text: string, lang: Lang): string => write(text, lang, { maximumFractionDigits: 18 })

/**
 * A percentage.
 *
 * @param text a decimal in percent: `2.14` is 2.14%
 * @param decimals how many are shown, 2 unless said
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

/** A rate in millionths as a percentage, with no more decimals than it has: 320 is 0.032%. */
export const formatPpm = (ppm: number, lang: Lang): string =>
  formatter(lang, { style: 'percent', maximumFractionDigits: 4 }).format(ppm / 1_000_000)

/** A rate in basis points as a percentage, with no more decimals than it has: 8,500 is 85%. */
export const formatBps = (bps: number, lang: Lang): string => formatPpm(bps * 100, lang)

/** A large number in short: 18,400 is 18.4K in English, 1.84万 in Chinese. */
export const formatCompact = (text: string, lang: Lang): string =>
  write(text, lang, { notation: 'compact', maximumSignificantDigits: 3 })

/** A decimal with all the decimals that it has, such as a limit. Text that is none comes back unchanged. */
export const formatDecimal = (text: string, lang: Lang): string => write(text, lang, { maximumFractionDigits: 18 })

/** A whole number. */
export const formatCount = (count: number, lang: Lang): string => formatter(lang, {}).format(count)

/**
 * How far `price` is from `open`, in percent with two decimals, halves away from zero; `0.00` where `open` is zero.
 * Both are non-negative decimals, as the wire carries them.
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

/** Which way a price went, by however little. Both are non-negative decimals, as the wire carries them. */
export function moveOf(before: string, price: string): 'up' | 'down' | 'flat' {
  const [a, b] = toSameScale(before, price)
  if (a === b) return 'flat'
  return b > a ? 'up' : 'down'
}

/** Where two texts begin to differ; at once where one is longer, as digits then stand elsewhere. */
export function differAt(before: string, text: string): number {
  if (before.length !== text.length) return 0
  let at = 0
  while (at < text.length && before[at] === text[at]) at++
  return at
}

/** Which way a decimal points. */
export const directionOf = (text: string): 'up' | 'down' | 'flat' => {
  if (!isDecimal(text) || /^-?0*(\.0*)?$/.test(text)) return 'flat'
  return text.startsWith('-') ? 'down' : 'up'
}

let shownZone: Zone | undefined

/** Shows times by the clocks of a zone from here on; by the device's without one. */
export function showTimesIn(zone: Zone | undefined): void {
  try {
    new Intl.DateTimeFormat('en', zone === undefined ? {} : { timeZone: zone })
    shownZone = zone
  } catch {
    // A browser may not know what the server does.
    shownZone = undefined
  }
}

/** The zone in which times are shown now: undefined for the device's. */
export const zoneShown = (): Zone | undefined => shownZone

/**
 * A moment as `YYYY-MM-DD HH:mm:ss`, the same in every language.
 *
 * @param seconds since the epoch
 * @param timeZone an IANA name; where left out the account's, and the device's for whoever is not signed in
 */
export const formatTime = (seconds: number, timeZone = shownZone): string => clockTime(seconds, timeZone)

/**
 * The day of a moment as `YYYY-MM-DD`, the same in every language.
 *
 * @param seconds since the epoch
 * @param timeZone as of `formatTime`; UTC for what holds everywhere from one day on
 */
export const formatDate = (seconds: number, timeZone = shownZone): string => dayOf(seconds, timeZone)

/**
 * A weekday with a time of day, for a moment within the week: `Sun 22:00`.
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
