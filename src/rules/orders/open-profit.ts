import { type ForexFacts, forexNetAt } from '../forex/figures.ts'
import { type ContractFacts, contractNetAt } from '../lever/figures.ts'
import { type OpenOption, optionNetAt } from '../microtrade/figures.ts'
import { findCurrency } from '../money/currencies.ts'
import { formatMoney, type Minor } from '../money/money.ts'
import { shownOf } from '../money/shown-amounts.ts'
import { type StrategyHoldings, strategyNetAt } from '../strategy/strategy.ts'

/** An open order of any kind, or a strategy. */
export type OpenOrder =
  | ({ kind: 'microtrade' } & OpenOption)
  | ({ kind: 'lever' } & ContractFacts)
  | ({ kind: 'forex' } & ForexFacts)
  | { kind: 'spot'; symbol: string; currency: string }
  | ({ kind: 'strategy'; currency: string } & StrategyHoldings)

/** Whether it can gain or lose while open. A spot order exchanges one thing for another: its unfilled part does not change. */
export const canGain = ({ kind }: Pick<OpenOrder, 'kind'>): boolean => kind !== 'spot'

function netAt(order: OpenOrder, price: string): Minor | undefined {
  if (order.kind === 'lever') return contractNetAt(order, price)
  if (order.kind === 'forex') return forexNetAt(order, price)
  if (order.kind === 'strategy') return strategyNetAt(order, price)
  return order.kind === 'microtrade' ? optionNetAt(order, price) : undefined
}

/** Results of orders by currency, in minor units, without those that have not opened, have no price, or cannot gain. */
export type Nets = ReadonlyMap<string, Minor>

/**
 * Unrealised P&L of open orders: the sum of each order's as it is shown.
 *
 * @param priceOf the price of a symbol, as a decimal, if known
 */
export function netsAt(orders: readonly OpenOrder[], priceOf: (symbol: string) => string | undefined): Nets {
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

/** Unrealised P&L of open orders of all kinds, by currency: see `netsAt`. */
export const profitAt = (orders: readonly OpenOrder[], priceOf: (symbol: string) => string | undefined) =>
  sumOfNets([netsAt(orders, priceOf)])
