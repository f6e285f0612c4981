import type { Observable } from 'rxjs'
import { equityOf, type Holdings } from '../rules/money/equity.ts'
import { valuedBy } from '../rules/money/valuation.ts'
import { type TotalBalance, valued$ } from './totalBalance.ts'

/** The symbols whose prices the user's equity in USDT depends on, each once. */
export const equityBy = ({ wallets, positions }: Holdings): readonly string[] => [
  ...new Set([...valuedBy(wallets, 'USDT'), ...positions.map(({ symbol }) => symbol)]),
]

/** The user's equity in USDT, as prices move. It emits at once, without currencies that have no price yet. */
export const equity$ = (
  holdings: Holdings,
  quote$: (symbol: string) => Observable<{ price: string; fresh: boolean }>,
): Observable<TotalBalance> => valued$(equityBy(holdings), (priceOf) => equityOf(holdings, priceOf), quote$)
