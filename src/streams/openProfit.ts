import { combineLatest, distinctUntilChanged, map, type Observable, of, startWith } from 'rxjs'
import { type NetAt, netsAt, type OpenOrder, sumOfNets } from '../rules/orders/open-profit.ts'

type Priced = { price: string; fresh: boolean }

/** `amounts`: one per currency, as signed decimals. `fresh`: every price in it is known to be the newest. */
export type OpenProfit = { amounts: readonly { currency: string; net: string }[]; fresh: boolean }

/** Unrealised P&L of open orders, as prices move. It emits at once, and then on changes. */
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
    map((all) => ({ amounts: sumOfNets(all.map(({ nets }) => nets)), fresh: all.every(({ fresh }) => fresh) })),
    distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
  )
}
