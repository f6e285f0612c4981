import { combineLatest, distinctUntilChanged, map, type Observable, of, startWith } from 'rxjs'
import { type OpenOrder, profitAt } from '../rules/open-profit.ts'

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
  return combineLatest(symbols.map((symbol) => quote$(symbol).pipe(startWith(undefined)))).pipe(
    map((prices) => ({
      amounts: profitAt(orders, (symbol) => prices[symbols.indexOf(symbol)]?.price),
      fresh: prices.every((price) => price?.fresh === true),
    })),
    distinctUntilChanged((one, other) => JSON.stringify(one) === JSON.stringify(other)),
  )
}
