import { asyncScheduler, combineLatest, distinctUntilChanged, map, type Observable, of, throttleTime } from 'rxjs'
import { fromCallback, fromPromise } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import type { Quote } from '../../api/market.ts'
import { flashAgainstList } from '../../api/swap.ts'
import type { CoveredOffer, MarketNow, SwapPrices } from '../money/swap-now.ts'
import type { LoadCover } from './cover.ts'

/** What can be swapped, with what is available of it, and by which terms. `quiet`: what was known stays, whatever comes. */
export const createLoadOffer = (client: Client, loadCover: LoadCover, quiet = false) =>
  fromPromise<CoveredOffer>(async ({ signal }) => {
    const [offer, cover] = await Promise.all([client.call(flashAgainstList, {}, { signal, quiet }), loadCover(signal)])
    return { ...result(offer), cover }
  })

const EVERY_MS = 500
const worst: readonly MarketNow[] = ['closed', 'stale', 'live']

/** The prices of the legs that it is told to watch: a page reads them, and twice a second is enough for that. */
export const createWatchPrices = (
  quote$: (symbol: string) => Observable<Pick<Quote, 'price' | 'state'> & { fresh: boolean }>,
) =>
  fromCallback<{ type: 'prices.watch'; symbols: readonly string[] }>(({ receive, sendBack }) => {
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
  })
