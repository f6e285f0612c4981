import { asyncScheduler, combineLatest, distinctUntilChanged, map, type Observable, of, throttleTime } from 'rxjs'
import { fromCallback, fromPromise } from 'xstate'
import type { Client } from '../../api/client/client.ts'
import type { Quote } from '../../api/market/market.ts'
import { flashAgainstList, flashAgainstReceipt, type SwapReceipt } from '../../api/money/swap.ts'
import { result } from '../../api/wire/answer.ts'
import type { ReceiptVerdict } from '../../rules/receipts/receipt.ts'
import { checkSwapReceipt } from '../../rules/receipts/swap.ts'
import type { CoveredOffer, MarketNow, SwapPrices } from '../money/swap-now.ts'
import type { LoadCover } from './call.ts'
import type { Sha256 } from './sha256.ts'

/** The currencies that can be swapped, with available balances and terms. `quiet`: a failure keeps the last data. */
export const createLoadOffer = (client: Client, loadCover: LoadCover, quiet = false) =>
  fromPromise<CoveredOffer>(async ({ signal }) => {
    const [offer, cover] = await Promise.all([client.call(flashAgainstList, {}, { signal, quiet }), loadCover(signal)])
    return { ...result(offer), cover }
  })

/** Loads the receipt of a swap. `quiet`: in the background. */
export const createLoadSwapReceipt = (client: Client) =>
  fromPromise<SwapReceipt, { id: string; quiet: boolean }>(async ({ input: { id, quiet }, signal }) =>
    result(await client.call(flashAgainstReceipt, { id }, { signal, quiet })),
  )

/** Verifies the receipt of a swap on this device. */
export const createCheckSwapReceipt = (loadSha256: () => Promise<Sha256>) =>
  fromPromise<ReceiptVerdict, { receipt: SwapReceipt | null }>(async ({ input: { receipt } }) =>
    receipt ? checkSwapReceipt(receipt, await loadSha256()) : 'incomplete',
  )

const EVERY_MS = 500
const worst: readonly MarketNow[] = ['closed', 'stale', 'live']

/** The prices of the watched legs, twice a second. */
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
