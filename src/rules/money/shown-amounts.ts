import { formatMoney, type Minor, mulDiv, parseSigned } from './money.ts'

/** The role of a figure for its reader, which alone decides how it is rounded. */
export type Role = keyof typeof ways

/**
 * The only table of rounding. No cost is understated, and nothing that a user has or receives is overstated.
 *
 * - `pay`: costs, debts, risks and reserves, such as a fee, a margin, a debt, a maximum loss. Away from zero.
 * - `receive`: incoming or usable amounts, such as proceeds, an available amount. Down.
 * - `balance`: holdings and their value. Down.
 * - `result`: an estimated profit or loss. Down: less profit, more loss.
 * - `exact`: typed, agreed or settled amounts, and every figure that adds up with one on a screen. Not rounded.
 */
const ways = { pay: 'away', receive: 'down', balance: 'down', result: 'down', exact: 'none' } as const

/** The stored and the displayed number of decimals of an amount. */
export type Decimals = { scale: number; shown: number }

/** An amount as displayed, in its own minor units. Down is towards minus infinity. */
export function shownOf(amount: Minor, as: Role, { scale, shown }: Decimals): Minor {
  const way = ways[as]
  if (way === 'none' || shown >= scale) return amount
  const unit = 10n ** BigInt(scale - shown)
  return mulDiv(amount, 1n, unit, way === 'away' || amount < 0n ? 'up' : 'down') * unit
}

/**
 * The sum of amounts, each as displayed: the total of rounded figures.
 *
 * @param amounts signed decimals; an invalid one counts as zero
 * @returns a signed decimal
 */
export function sumOfShown(amounts: readonly string[], as: Role, decimals: Decimals): string {
  const shown = amounts.map((text) => shownOf(parseSigned(text, decimals.scale) ?? 0n, as, decimals))
  return formatMoney(
    shown.reduce((sum, each) => sum + each, 0n),
    decimals.scale,
  )
}

/**
 * A balance less a part of it, both as displayed.
 *
 * @param balance a decimal, as `part`; an invalid one counts as zero
 */
export const restOfShown = (balance: string, part: string, decimals: Decimals): string =>
  formatMoney(balanceOf(balance, decimals) - balanceOf(part, decimals), decimals.scale)

const balanceOf = (text: string, decimals: Decimals): Minor =>
  shownOf(parseSigned(text, decimals.scale) ?? 0n, 'balance', decimals)
