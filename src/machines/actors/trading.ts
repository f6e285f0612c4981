import { fromPromise } from 'xstate'
import { getRealInfo } from '../../api/account/kyc.ts'
import { candles } from '../../api/market/market.ts'
import type { PricedOffer, Symbolic, WantedName } from '../trade/orderForm.ts'
import { dep, send } from './call.ts'

/** Number of whole days of history. */
const DAYS = 90

/** The pending requirement for trading: identity verification, if missing. */
export async function loadName(signal: AbortSignal): Promise<WantedName | null> {
  const { neededFor, state, reviewSeconds } = await send(getRealInfo, {}, { signal })
  return neededFor === 'trading' && state !== 'verified' ? { state, reviewSeconds } : null
}

/**
 * The actor that loads a symbol's data for an order form: its own, the pending requirement for trading, the symbol's bars
 * of the last whole days, and the loan cover. The bars are absent if they cannot be loaded.
 */
export const offerBy = <Own extends object>(load: (symbol: string, signal: AbortSignal) => Promise<Own>) =>
  fromPromise<Own & PricedOffer, Symbolic>(async ({ input: { symbol }, signal }) => {
    const bars = () => send(candles, { symbol, interval: '1d', limit: DAYS + 1 }, { signal, quiet: true })
    const [own, past, wanted, cover] = await Promise.all([
      load(symbol, signal),
      bars().catch(() => []),
      loadName(signal),
      dep('loadCover')(signal),
    ])
    // The last bar is today's.
    return { ...own, wanted, days: past.slice(0, -1), cover }
  })

/** The texts that are filled in. */
export const filled = <Texts extends Record<string, string>>(texts: Texts) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<Texts>
