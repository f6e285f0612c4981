import type { Observable } from 'rxjs'
import { fromCallback } from 'xstate'
import type { Quote } from '../../api/market.ts'
import type { MarketNow } from '../optionOrder.ts'

/** Effect `watchMarket`: whether a symbol's price may be traded on, told at each change. */
export const createWatchMarket = (quote$: (symbol: string) => Observable<Pick<Quote, 'state'> & { fresh: boolean }>) =>
  fromCallback<{ type: 'none' }, { symbol: string }>(({ input, sendBack }) => {
    let told: MarketNow | undefined
    const listening = quote$(input.symbol).subscribe(({ state, fresh }) => {
      const market = state === 'live' && !fresh ? 'stale' : state
      if (market === told) return
      told = market
      sendBack({ type: 'market.changed', market })
    })
    return () => listening.unsubscribe()
  })
