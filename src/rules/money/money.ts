/** An amount in minor units of its currency, or a price in minor units of its instrument. Never a float. */
export type Minor = bigint

/** How an inexact division is rounded. `down` is towards zero. */
export type Rounding = 'down' | 'up' | 'halfEven'

const DECIMAL = /^(0|[1-9]\d{0,17})(?:\.(\d{1,18}))?$/

/**
 * Parses a plain decimal such as `12.5` to minor units.
 *
 * @param text decimal digits with at most one point; no sign, exponent, spaces, separators or leading zeros
 * @param scale number of decimals of the currency or instrument, 0 to 18
 * @returns the amount, or `undefined` if the text is not such a decimal or has more decimals than the scale
 */
export function parseMoney(text: string, scale: number): Minor | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const [, whole = '0', fraction = ''] = match
  // A page parses thousands of decimals a second, and making a BigInt is most of the cost: so only one is made.
  if (fraction.length <= scale) return BigInt(whole + fraction.padEnd(scale, '0'))
  for (let at = scale; at < fraction.length; at++) if (fraction[at] !== '0') return undefined
  return BigInt(whole + fraction.slice(0, scale))
}

/** Reads a plain decimal of either sign, as `parseMoney` reads one without. */
export function parseSigned(text: string, scale: number): Minor | undefined {
  if (!text.startsWith('-')) return parseMoney(text, scale)
  const size = parseMoney(text.slice(1), scale)
  return size === undefined ? undefined : -size
}

/**
 * Formats minor units as a plain decimal with exactly `scale` decimals: the wire format of amounts.
 *
 * @param amount minor units, of either sign
 * @param scale number of decimals, 0 to 18
 */
export function formatMoney(amount: Minor, scale: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** A plain decimal without trailing zeros: `100` for `100.00`, and for `100`. */
export const trimZeros = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

/** Whether one decimal is above another, whatever their scales. An invalid decimal counts as zero. */
export const isAbove = (a: string, b: string): boolean => (parseMoney(a, 18) ?? 0n) > (parseMoney(b, 18) ?? 0n)

/**
 * `a * b / c`, rounded once at the end.
 *
 * @throws RangeError if `c` is not positive
 */
export function mulDiv(a: bigint, b: bigint, c: bigint, rounding: Rounding): bigint {
  if (c <= 0n) throw new RangeError('mulDiv: the divisor must be positive')
  const product = a * b
  const quotient = product / c
  const rest = product % c
  if (rest === 0n) return quotient
  const away = product < 0n ? quotient - 1n : quotient + 1n
  if (rounding === 'down') return quotient
  if (rounding === 'up') return away
  const twice = (rest < 0n ? -rest : rest) * 2n
  if (twice === c) return quotient % 2n === 0n ? quotient : away
  return twice > c ? away : quotient
}
