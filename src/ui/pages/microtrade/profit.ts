import { findInstrument } from '../../../rules/market/instruments.ts'
import { type Direction, outcome, profit } from '../../../rules/microtrade/microtrade.ts'
import { findCurrency } from '../../../rules/money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from '../../../rules/money/money.ts'

/** An open option's state, as if it ended now. */
export type Standing = 'ahead' | 'behind' | 'level'

const standings = { won: 'ahead', lost: 'behind', drawn: 'level' } as const

/**
 * An open option's state at a price.
 *
 * @param order `buyPrice` is null until it opens
 * @param price the current price, as a decimal
 * @returns `undefined` before it opens, or for an invalid price
 */
export function standingOf(
  order: { symbol: string; direction: Direction; buyPrice: string | null },
  price: string,
): Standing | undefined {
  const scale = findInstrument(order.symbol)?.scale
  if (scale === undefined || order.buyPrice === null) return undefined
  const [entry, now] = [parseMoney(order.buyPrice, scale), parseMoney(price, scale)]
  return entry === undefined || now === undefined ? undefined : standings[outcome(order.direction, entry, now)]
}

/** What an option brings on average if it wins as often as it loses, as a signed decimal of its currency. */
export const meanResult = ({ stake, profit, currency }: Record<'stake' | 'profit' | 'currency', string>): string =>
  withMinor(currency, [stake, profit], (scale, [lost = 0n, won = 0n]) =>
    formatMoney(mulDiv(won - lost, 1n, 2n, won < lost ? 'up' : 'down'), scale),
  ) ?? '0'

/** The fields of an open option. */
export type OpenOption = {
  symbol: string
  direction: Direction
  buyPrice: string | null
  currency: string
  amount: string
  payoutBps: number
}

/**
 * The result of an option if it ended at a price, in minor units of its currency; `undefined` before it opens, or for an invalid price.
 */
export function optionNetAt(order: OpenOption, price: string): Minor | undefined {
  const standing = standingOf(order, price)
  const stake = parseMoney(order.amount, findCurrency(order.currency)?.scale ?? 0)
  if (!standing || stake === undefined) return undefined
  return { ahead: profit(stake, order.payoutBps), behind: -stake, level: 0n }[standing]
}

/** An option's possible results, as decimals of its currency. `payout`: stake plus profit, if it wins. */
export type MicrotradePays = { profit: string; payout: string }

/** What an option pays if it wins; `undefined` for an invalid currency or amount. */
export function paysIfWon(order: { currency: string; amount: string; payoutBps: number }): MicrotradePays | undefined {
  return withMinor(order.currency, [order.amount], (scale, [stake = 0n]) => {
    const gain = profit(stake, order.payoutBps)
    return { profit: formatMoney(gain, scale), payout: formatMoney(stake + gain, scale) }
  })
}

/**
 * Realised P&L of an ended option: payout less stake, as a signed decimal of its currency; `undefined` before it ended.
 */
export function netResult(order: { currency: string; amount: string; payout: string | null }): string | undefined {
  if (order.payout === null) return undefined
  return withMinor(order.currency, [order.amount, order.payout], (scale, [stake = 0n, payout = 0n]) =>
    formatMoney(payout - stake, scale),
  )
}

function withMinor<T>(
  currency: string,
  texts: readonly string[],
  use: (scale: number, amounts: readonly Minor[]) => T,
): T | undefined {
  const scale = findCurrency(currency)?.scale
  if (scale === undefined) return undefined
  const amounts = texts.map((text) => parseMoney(text, scale))
  return amounts.every((amount) => amount !== undefined) ? use(scale, amounts) : undefined
}
