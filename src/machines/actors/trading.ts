import { asyncScheduler, distinctUntilChanged, map, type Observable, throttleTime } from 'rxjs'
import { fromCallback } from 'xstate'
import { getRealInfo } from '../../api/account/kyc.ts'
import type { Client } from '../../api/client/client.ts'
import { candles, type Quote } from '../../api/market/market.ts'
import { result } from '../../api/wire/answer.ts'
import type { PriceNow, WantedName } from '../trade/orderForm.ts'
import type { LoadCover } from './call.ts'

/** Number of whole days of history. */
const DAYS = 90

/** The pending requirement for trading: identity verification, if missing. */
export async function loadName(client: Client, signal: AbortSignal): Promise<WantedName | null> {
  const { neededFor, state, reviewSeconds } = result(await client.call(getRealInfo, {}, { signal }))
  return neededFor === 'trading' && state !== 'verified' ? { state, reviewSeconds } : null
}

/**
 * The pending requirement for trading, a symbol's bars of the last whole days, and the loan cover. The bars are absent if
 * they cannot be loaded.
 */
export async function loadNameAndDays(client: Client, loadCover: LoadCover, symbol: string, signal: AbortSignal) {
  const bars = client.call(candles, { symbol, interval: '1d', limit: DAYS + 1 }, { signal, quiet: true })
  const [wanted, past, cover] = await Promise.all([
    loadName(client, signal),
    bars.then(result).catch(() => []),
    loadCover(signal),
  ])
  // The last bar is today's.
  return { wanted, days: past.slice(0, -1), cover }
}

const EVERY_MS = 500

/** The price of a symbol, twice a second, for calculations on a page. */
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
