import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, mulDiv, parseSigned } from '../../../rules/money/money.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import { gridsOf, type StrategyForm } from '../../../rules/strategy/form.ts'

const { scale } = currencyOf(QUOTE)
const minorOf = (amount: string) => parseSigned(amount, scale) ?? 0n

/** The difference of two amounts of USDT, as decimals. */
export const less = (one: string, other: string): string => formatMoney(minorOf(one) - minorOf(other), scale)

/** The sum of two amounts of USDT, as decimals. */
export const plus = (one: string, other: string): string => formatMoney(minorOf(one) + minorOf(other), scale)

/** A multiple of an amount of USDT. */
export const times = (amount: string, count: number): string => formatMoney(minorOf(amount) * BigInt(count), scale)

const CENT = 10_000n

/** An amount of USDT in whole cents, gains rounded down and losses up, so that shown estimates add up. */
export function cents(amount: string): string {
  const minor = minorOf(amount)
  return formatMoney(mulDiv(minor, 1n, CENT, minor < 0n ? 'up' : 'down') * CENT, scale)
}

/**
 * The distance between two levels of a grid, in percent with two decimals; `undefined` without a range and a number of grids. A float, for
 * display only.
 */
export function stepPercent({
  lower,
  upper,
  grids,
}: Pick<StrategyForm, 'lower' | 'upper' | 'grids'>): string | undefined {
  const count = gridsOf(grids)
  const step = ((Number(upper) / Number(lower)) ** (1 / (count ?? 1)) - 1) * 100
  return count && step > 0 && Number.isFinite(step) ? step.toFixed(2) : undefined
}
