import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, mulDiv, parseSigned } from '../../../rules/money/money.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'

const { scale } = currencyOf(QUOTE)
const minorOf = (amount: string) => parseSigned(amount, scale) ?? 0n

/** The difference of two amounts of USDT, as decimals. */
export const less = (one: string, other: string): string => formatMoney(minorOf(one) - minorOf(other), scale)

/** A multiple of an amount of USDT. */
export const times = (amount: string, count: number): string => formatMoney(minorOf(amount) * BigInt(count), scale)

const CENT = 10_000n

/** An amount of USDT in whole cents, gains rounded down and losses up, so that shown estimates add up. */
export function cents(amount: string): string {
  const minor = minorOf(amount)
  return formatMoney(mulDiv(minor, 1n, CENT, minor < 0n ? 'up' : 'down') * CENT, scale)
}
