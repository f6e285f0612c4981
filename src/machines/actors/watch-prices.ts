import { asyncScheduler, combineLatest, distinctUntilChanged, map, of, throttleTime } from 'rxjs'
import { fromCallback } from 'xstate'
import type { MarketNow, SwapPrices } from '../money/swap-now.ts'
import { dep } from './call.ts'

const EVERY_MS = 500
const worst: readonly MarketNow[] = ['closed', 'stale', 'live']

/** The prices of the watched legs, twice a second. */
export const watchPrices = fromCallback<{ type: 'prices.watch'; symbols: readonly string[] }>(
  ({ receive, sendBack }) => {
    const { quote$ } = dep('quotes')
    let stop = () => {}
    receive(({ symbols }) => {
      stop()
      const all$ = symbols.length === 0 ? of([]) : combineLatest(symbols.map(quote$))
      const listening = all$
        .pipe(
          throttleTime(EVERY_MS, asyncScheduler, { leading: true, trailing: true }),
          map((quotes): SwapPrices => {
            const states = quotes.map(({ state, fresh }) => (state === 'live' && !fresh ? 'stale' : state))
            return {
              market: worst.find((state) => states.includes(state)) ?? 'stale',
              prices: Object.fromEntries(
                symbols.flatMap((symbol, at) => (quotes[at] ? [[symbol, quotes[at].price]] : [])),
              ),
            }
          }),
          distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
        )
        .subscribe((prices) => sendBack({ type: 'prices.changed', prices }))
      stop = () => listening.unsubscribe()
    })
    return () => stop()
  },
)

/** The price of a symbol, twice a second, for calculations on a page. */
export const watchPrice = fromCallback<{ type: 'none' }, { symbol: string }>(({ input: { symbol }, sendBack }) => {
  const listening = dep('quotes')
    .quote$(symbol)
    .pipe(
      throttleTime(EVERY_MS, asyncScheduler, { leading: true, trailing: true }),
      map(({ price, state, fresh }) => ({ price, market: state === 'live' && !fresh ? 'stale' : state })),
      distinctUntilChanged((a, b) => a.price === b.price && a.market === b.market),
    )
    .subscribe((now) => sendBack({ type: 'price.changed', now }))
  return () => listening.unsubscribe()
})
