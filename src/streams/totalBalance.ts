import { combineLatest, distinctUntilChanged, map, type Observable, of, startWith } from 'rxjs'
import { type Holding, type Valuation, valuedBy, valueIn } from '../rules/money/valuation.ts'
import { lastOfTurn } from './lastOfTurn.ts'

/** `fresh`: every price in it is known to be the newest. */
export type TotalBalance = Valuation & { fresh: boolean }

type Priced = { price: string; fresh: boolean }

/**
 * The value of holdings in one currency, as prices move. It emits at once, without currencies whose price is
 * not known yet, and then once for all prices that change in one task, if they change it.
 */
export function totalBalance$(
  holdings: readonly Holding[],
  currency: string,
  quote$: (symbol: string) => Observable<Priced>,
): Observable<TotalBalance> {
  return valued$(valuedBy(holdings, currency), (priceOf) => valueIn(holdings, currency, priceOf), quote$)
}

/** A valuation by the prices of some symbols, as they move: as `totalBalance$`. */
export function valued$(
  symbols: readonly string[],
  valueBy: (priceOf: (symbol: string) => string | undefined) => Valuation,
  quote$: (symbol: string) => Observable<Priced>,
): Observable<TotalBalance> {
  const total = (prices: readonly (Priced | undefined)[]): TotalBalance => ({
    ...valueBy((symbol) => prices[symbols.indexOf(symbol)]?.price),
    fresh: prices.every((quote) => quote?.fresh === true),
  })
  if (symbols.length === 0) return of(total([]))
  return combineLatest(symbols.map((symbol) => quote$(symbol).pipe(startWith(undefined)))).pipe(
    lastOfTurn(),
    map(total),
    distinctUntilChanged(
      (a, b) => `${a.parts}` === `${b.parts}` && a.fresh === b.fresh && a.unpriced.length === b.unpriced.length,
    ),
  )
}
