import { formatMoney, type Minor, mulDiv, parseSigned } from './money.ts'

/** What a figure is to the person who reads it: only that decides which way it is rounded. */
export type Role = keyof typeof ways

/**
 * The one table of rounding. No cost is understated, and nothing that a person has or gets is overstated.
 *
 * - `pay`: what they pay, owe, risk or have reserved, such as a fee, a margin, a debt, a maximum loss. Away from zero.
 * - `receive`: what they get or may use, such as proceeds, an available amount. Down.
 * - `balance`: what they have, and its value. Down.
 * - `result`: an estimated profit or loss. Down: less profit, more loss.
 * - `exact`: what was typed, agreed or settled, and every figure that adds up on a screen with one that was. Not rounded.
 */
const ways = { pay: 'away', receive: 'down', balance: 'down', result: 'down', exact: 'none' } as const

/** How finely an amount is kept, and how finely it is shown, in decimals. */
export type Decimals = { scale: number; shown: number }

/** An amount as it is shown, in its own minor units. Down is towards minus infinity. */
export function shownOf(amount: Minor, as: Role, { scale, shown }: Decimals): Minor {
  const way = ways[as]
  if (way === 'none' || shown >= scale) return amount
  const unit = 10n ** BigInt(scale - shown)
  return mulDiv(amount, 1n, unit, way === 'away' || amount < 0n ? 'up' : 'down') * unit
}

/**
 * The sum of amounts, each as it is shown: the total of rounded figures.
 *
 * @param amounts signed decimals; what is none counts as zero
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
 * A balance less a part of it, both as they are shown.
 *
 * @param balance a decimal, as `part`; what is none counts as zero
 */
export const restOfShown = (balance: string, part: string, decimals: Decimals): string =>
  formatMoney(balanceOf(balance, decimals) - balanceOf(part, decimals), decimals.scale)

const balanceOf = (text: string, decimals: Decimals): Minor =>
  shownOf(parseSigned(text, decimals.scale) ?? 0n, 'balance', decimals)
