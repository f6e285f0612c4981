import { formatMoney, type Minor, parseMoney, parseSigned } from '../../../rules/money/money.ts'
import { shownOf } from '../../../rules/money/shown-amounts.ts'

/** Decimals of USDT, the valuation currency. */
const SCALE = 6
/** Decimals of a reference rate. */
const RATE_SCALE = 8

const signed = (text: string): Minor => parseSigned(text, SCALE) ?? 0n

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
 * The sum of USDT amounts in another currency, counting a USDT as a US dollar; each rounded down, to minus infinity.
 *
 * @param amounts signed decimals
 * @param rate units of it per dollar
 * @param scale decimals of the result
 */
export function sumInCurrency(amounts: readonly string[], rate: string, scale: number): string {
  const by = parseMoney(rate, RATE_SCALE) ?? 0n
  const decimals = { scale: SCALE + RATE_SCALE, shown: scale }
  const sum = amounts.reduce((all, text) => all + shownOf(signed(text) * by, 'balance', decimals), 0n)
  return formatMoney(sum / 10n ** BigInt(decimals.scale - scale), scale)
}
