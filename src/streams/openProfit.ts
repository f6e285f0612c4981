import { combineLatest, distinctUntilChanged, map, type Observable, of, startWith } from 'rxjs'
import { netsAt, type OpenOrder, sumOfNets } from '../rules/open-profit.ts'

type Priced = { price: string; fresh: boolean }

/** `amounts`: one a currency, as signed decimals. `fresh`: every price in it is known to be the newest. */
export type OpenProfit = { amounts: readonly { currency: string; net: string }[]; fresh: boolean }

/** What open orders would gain or lose if all of them ended now, as prices move. It emits at once, and then where that changes. */
export function openProfit$(
  orders: readonly OpenOrder[],
  quote$: (symbol: string) => Observable<Priced>,
): Observable<OpenProfit> {
  const symbols = [...new Set(orders.map(({ symbol }) => symbol))]
  if (symbols.length === 0) return of({ amounts: [], fresh: true })
  // A price is reckoned with those orders alone whose price it is: of fifty, most stay as they are.
  const netOf$ = (symbol: string) => {
    const own = orders.filter((order) => order.symbol === symbol)
    return quote$(symbol).pipe(
      map(({ price, fresh }) => ({ nets: netsAt(own, () => price), fresh })),
      startWith({ nets: netsAt([], () => undefined), fresh: false }),
    )
  }
  return combineLatest(symbols.map(netOf$)).pipe(
    map((all) => ({ amounts: sumOfNets(all.map(({ nets }) => nets)), fresh: all.every(({ fresh }) => fresh) })),
    distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
  )
}
