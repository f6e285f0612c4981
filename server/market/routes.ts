import type { Input } from '../../src/api/call.ts'
import * as api from '../../src/api/market.ts'
import { Refusal } from '../../src/api/messages.ts'
import { findInstrument, type InstrumentKind, instrumentOf } from '../../src/rules/instruments.ts'
import { type Route, route } from '../platform/route.ts'
import type { Market } from './market.ts'

const weekly: readonly InstrumentKind[] = ['forex', 'metal']

/** The calls of the market. */
export function marketRoutes(market: Market): readonly Route[] {
  const candles = (kinds: readonly InstrumentKind[], { symbol, interval, ...page }: Input<typeof api.timeshar>) => {
    const instrument = findInstrument(symbol)
    if (!instrument || !kinds.includes(instrument.kind) || !market.has(symbol)) throw new Refusal('pairNotFound')
    return market.candles(symbol, interval, page)
  }
  return [
    route(api.quotation, async ({ platform }) => ({
      time: platform.clock.now(),
      source: market.source,
      quotes: market.quotes(),
    })),
    route(api.timeshar, async ({ input }) => candles(['crypto'], input)),
    route(api.whlist, async () => market.quotes().filter(({ symbol }) => weekly.includes(instrumentOf(symbol).kind))),
    route(api.whkdata, async ({ input }) => candles(weekly, input)),
  ]
}
