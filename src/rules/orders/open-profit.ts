import { findCurrency } from '../money/currencies.ts'
import { formatMoney, type Minor } from '../money/money.ts'
import { shownOf } from '../money/shown-amounts.ts'

/** What an open order, or a strategy, has. */
export type OpenOrder = { symbol: string; currency: string }

/** The result of an open order at a price, in minor units of its currency; `undefined` before it opens, or for an invalid price. */
export type NetAt<O> = (order: O, price: string) => Minor | undefined

/** Results of orders by currency, in minor units, without those that have not opened, have no price, or cannot gain. */
export type Nets = ReadonlyMap<string, Minor>

/**
 * Unrealised P&L of open orders: the sum of each order's as it is shown.
 *
 * @param priceOf the price of a symbol, as a decimal, if known
 */
export function netsAt<O extends OpenOrder>(
  orders: readonly O[],
  priceOf: (symbol: string) => string | undefined,
  netAt: NetAt<O>,
): Nets {
  const nets = new Map<string, Minor>()
  for (const order of orders) {
    const net = netAt(order, priceOf(order.symbol) ?? '')
    if (net === undefined) continue
    const currency = findCurrency(order.currency)
    const shown = currency ? shownOf(net, 'result', currency) : net
    nets.set(order.currency, (nets.get(order.currency) ?? 0n) + shown)
  }
  return nets
}

/** The sum of several, as a signed decimal for each currency. */
export function sumOfNets(all: readonly Nets[]): { currency: string; net: string }[] {
  const sums = new Map<string, Minor>()
  for (const nets of all) for (const [currency, net] of nets) sums.set(currency, (sums.get(currency) ?? 0n) + net)
  return [...sums].map(([currency, net]) => ({ currency, net: formatMoney(net, findCurrency(currency)?.scale ?? 0) }))
}

/** Unrealised P&L of open orders, by currency: see `netsAt`. */
export const profitAt = <O extends OpenOrder>(...args: Parameters<typeof netsAt<O>>) => sumOfNets([netsAt(...args)])
