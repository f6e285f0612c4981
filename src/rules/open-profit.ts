import { findCurrency } from './currencies.ts'
import { type ContractFacts, contractNetAt } from './lever-figures.ts'
import { type OpenOption, optionNetAt } from './microtrade-figures.ts'
import { formatMoney, type Minor } from './money.ts'

/** What an open order says of itself, whatever its kind. */
export type OpenOrder =
  | ({ kind: 'microtrade' } & OpenOption)
  | ({ kind: 'lever' } & ContractFacts)
  | { kind: 'spot'; symbol: string; currency: string }

/** Whether it can gain or lose while it is open. A spot order gives one thing for another: what is not filled is what it was. */
export const canGain = ({ kind }: Pick<OpenOrder, 'kind'>): boolean => kind !== 'spot'

function netAt(order: OpenOrder, price: string): Minor | undefined {
  if (order.kind === 'lever') return contractNetAt(order, price)
  return order.kind === 'microtrade' ? optionNetAt(order, price) : undefined
}

/**
 * What open orders of all kinds would gain or lose if all of them ended now.
 *
 * @param priceOf the price of a symbol, as a decimal, where it is known
 * @returns a signed decimal for each currency; those left out that have not opened yet, have no price, or cannot gain
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
