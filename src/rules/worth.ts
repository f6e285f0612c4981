import { formatMoney, type Minor, mulDiv, parseMoney } from './money.ts'

/** Decimals of USDT, the valuation currency. */
const SCALE = 6
/** Decimals of a reference rate. */
const RATE_SCALE = 8

const signed = (text: string): Minor =>
  text.startsWith('-') ? -(parseMoney(text.slice(1), SCALE) ?? 0n) : (parseMoney(text, SCALE) ?? 0n)

/**
 * The gain since a time, in USDT: the current value, less the value then and net deposits since. `base`: the sum of these two; null if more
 * was withdrawn than there was, so that a percentage is meaningless.
 */
export function gainSince(
  total: string,
  { value, paidIn }: { value: string; paidIn: string },
): { gain: string; base: string | null } {
  const base = signed(value) + signed(paidIn)
  return { gain: formatMoney(signed(total) - base, SCALE), base: base > 0n ? formatMoney(base, SCALE) : null }
}

/**
 * USDT in another currency, counting a USDT as a US dollar; rounded down.
 *
 * @param rate units of it per dollar
 * @param scale decimals of the result
 */
export function inCurrency(total: string, rate: string, scale: number): string {
  const by = parseMoney(rate, RATE_SCALE) ?? 0n
  const divisor = 10n ** BigInt(SCALE + RATE_SCALE - scale)
  return formatMoney(mulDiv(signed(total), by, divisor, 'down'), scale)
}
