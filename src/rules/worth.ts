import { formatMoney, type Minor, mulDiv, parseMoney } from './money.ts'

/** Decimals of USDT, in which what someone has is valued. */
const SCALE = 6
/** Decimals of a reference rate. */
const RATE_SCALE = 8

const signed = (text: string): Minor =>
  text.startsWith('-') ? -(parseMoney(text.slice(1), SCALE) ?? 0n) : (parseMoney(text, SCALE) ?? 0n)

/**
 * What was gained since some moment, in USDT: what there is now, less what there was then and what was paid in since.
 * `base`: these two together; null where more was taken out than there was, and no share of it says anything.
 */
export function gainSince(
  total: string,
  { value, paidIn }: { value: string; paidIn: string },
): { gain: string; base: string | null } {
  const base = signed(value) + signed(paidIn)
  return { gain: formatMoney(signed(total) - base, SCALE), base: base > 0n ? formatMoney(base, SCALE) : null }
}

/**
 * USDT in another currency, a USDT taken for a US dollar; rounded down.
 *
 * @param rate how much of it a dollar is
 * @param scale decimals of the answer
 */
export function inCurrency(total: string, rate: string, scale: number): string {
  const by = parseMoney(rate, RATE_SCALE) ?? 0n
  const divisor = 10n ** BigInt(SCALE + RATE_SCALE - scale)
  return formatMoney(mulDiv(signed(total), by, divisor, 'down'), scale)
}
