import { combineLatest, distinctUntilChanged, map, type Observable, of, startWith } from 'rxjs'
import { findCurrency } from '../rules/money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseSigned } from '../rules/money/money.ts'
import { shownOf } from '../rules/money/shown-amounts.ts'
import { lastOfTurn } from './lastOfTurn.ts'

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

/** The return on a margin (ROE) of a P&L, a signed decimal, in percent with two decimals, rounded down; `0.00` without a margin. */
export function roeAt(net: string, margin: string, currency: string): string {
  const scale = findCurrency(currency)?.scale ?? 0
  const [gained = 0n, of = 0n] = [net, margin].map((text) => parseSigned(text, scale))
  if (of <= 0n) return '0.00'
  return formatMoney(mulDiv(gained * 10_000n, 1n, of, gained < 0n ? 'up' : 'down'), 2)
}

type Priced = { price: string; fresh: boolean }

/** `amounts`: one per currency, as signed decimals. `fresh`: every price in it is known to be the newest. */
export type OpenProfit = { amounts: readonly { currency: string; net: string }[]; fresh: boolean }

/** Unrealised P&L of open orders, as prices move. It emits at once, and then once for all prices that change in one task. */
export function openProfit$<O extends OpenOrder>(
  orders: readonly O[],
  quote$: (symbol: string) => Observable<Priced>,
  netAt: NetAt<O>,
): Observable<OpenProfit> {
  const symbols = [...new Set(orders.map(({ symbol }) => symbol))]
  if (symbols.length === 0) return of({ amounts: [], fresh: true })
  // A price recalculates only the orders of its symbol: of fifty, most are unaffected.
  const netOf$ = (symbol: string) => {
    const own = orders.filter((order) => order.symbol === symbol)
    return quote$(symbol).pipe(
      map(({ price, fresh }) => ({ nets: netsAt(own, () => price, netAt), fresh })),
      startWith({ nets: new Map(), fresh: false }),
    )
  }
  return combineLatest(symbols.map(netOf$)).pipe(
    lastOfTurn(),
    map((all) => ({ amounts: sumOfNets(all.map(({ nets }) => nets)), fresh: all.every(({ fresh }) => fresh) })),
    distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
  )
}
