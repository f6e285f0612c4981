import { findCurrency } from './currencies.ts'
import { type ContractFacts, contractNetAt } from './lever-figures.ts'
import { type OpenOption, optionNetAt } from './microtrade-figures.ts'
import { formatMoney, type Minor } from './money.ts'

/** What an open order says of itself, whatever its kind. */
export type OpenOrder = ({ kind: 'microtrade' } & OpenOption) | ({ kind: 'lever' } & ContractFacts)

const netAt = (order: OpenOrder, price: string): Minor | undefined =>
  order.kind === 'lever' ? contractNetAt(order, price) : optionNetAt(order, price)

/**
 * What open orders of all kinds would gain or lose if all of them ended now.
 *
 * @param priceOf the price of a symbol, as a decimal, where it is known
 * @returns a signed decimal for each currency; those left out that have not opened yet, or have no price
 */
export function profitAt(
  orders: readonly OpenOrder[],
  priceOf: (symbol: string) => string | undefined,
): { currency: string; net: string }[] {
  const nets = new Map<string, Minor>()
  for (const order of orders) {
    const net = netAt(order, priceOf(order.symbol) ?? '')
    if (net !== undefined) nets.set(order.currency, (nets.get(order.currency) ?? 0n) + net)
  }
  return [...nets].map(([currency, net]) => ({ currency, net: formatMoney(net, findCurrency(currency)?.scale ?? 0) }))
}
