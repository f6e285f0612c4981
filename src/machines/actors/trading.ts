import { asyncScheduler, distinctUntilChanged, map, type Observable, throttleTime } from 'rxjs'
import { fromCallback } from 'xstate'
import { result } from '../../api/answer.ts'
import type { Client } from '../../api/client.ts'
import { getRealInfo } from '../../api/kyc.ts'
import { candles, type Quote } from '../../api/market.ts'
import type { WantedName } from '../trade/name-wanted.ts'
import type { PriceNow } from '../trade/orderForm.ts'
import type { LoadCover } from './cover.ts'

/** How many whole days are looked back on. */
const DAYS = 90

/** What trading waits for: a name, where someone is not known by one yet. */
export async function loadName(client: Client, signal: AbortSignal): Promise<WantedName | null> {
  const { neededFor, state, reviewSeconds } = result(await client.call(getRealInfo, {}, { signal }))
  return neededFor === 'trading' && state !== 'verified' ? { state, reviewSeconds } : null
}

/**
 * What trading waits for, the bars of the last whole days of a symbol, and how a loan must stay covered: the bars are left out where
 * they cannot be had.
 */
export async function loadNameAndDays(client: Client, loadCover: LoadCover, symbol: string, signal: AbortSignal) {
  const bars = client.call(candles, { symbol, interval: '1d', limit: DAYS + 1 }, { signal, quiet: true })
  const [wanted, past, cover] = await Promise.all([
    loadName(client, signal),
    bars.then(result).catch(() => []),
    loadCover(signal),
  ])
  // The last bar is of today.
  return { wanted, days: past.slice(0, -1), cover }
}

const EVERY_MS = 500

/** The price of a symbol: a page reckons with it, and twice a second is enough for that. */
export const createWatchPrice = (
  quote$: (symbol: string) => Observable<Pick<Quote, 'price' | 'state'> & { fresh: boolean }>,
) =>
  fromCallback<{ type: 'none' }, { symbol: string }>(({ input: { symbol }, sendBack }) => {
    const listening = quote$(symbol)
      .pipe(
        throttleTime(EVERY_MS, asyncScheduler, { leading: true, trailing: true }),
        map(({ price, state, fresh }): PriceNow => ({ price, market: state === 'live' && !fresh ? 'stale' : state })),
        distinctUntilChanged((a, b) => a.price === b.price && a.market === b.market),
      )
      .subscribe((now) => sendBack({ type: 'price.changed', now }))
    return () => listening.unsubscribe()
  })
