import type { Input } from '../../src/api/call.ts'
import type { Candle } from '../../src/api/market.ts'
import * as api from '../../src/api/market.ts'
import { Refusal } from '../../src/api/messages.ts'
import { findInstrument, type InstrumentKind, instrumentOf } from '../../src/rules/instruments.ts'
import { Ready, type Route, route } from '../platform/http/route.ts'
import type { MarketView } from './market.ts'

const weekly: readonly InstrumentKind[] = ['forex', 'metal']

type Page = Input<typeof api.timeshar>

/** The newest candles are in memory. Older ones are read from the database, which costs about five times as much. */
const costOf = ({ before, limit }: Page): number => Math.ceil(limit / (before === undefined ? 500 : 100))

/** The calls of the market. */
export function marketRoutes(market: MarketView): readonly Route[] {
  const candles = (kinds: readonly InstrumentKind[]) => ({
    cost: costOf,
    handle: async ({ input: { symbol, interval, ...page } }: { input: Page }) => {
      const instrument = findInstrument(symbol)
      if (!instrument || !kinds.includes(instrument.kind) || !market.has(symbol)) throw new Refusal('pairNotFound')
      return new Ready<Candle[]>(await market.candles(symbol, interval, page))
    },
  })
  return [
    route(api.quotation, async ({ platform }) => ({
      time: platform.clock.now(),
      source: market.source,
      quotes: market.quotes(),
    })),
    route(api.timeshar, candles(['crypto'])),
    route(api.whlist, async () => market.quotes().filter(({ symbol }) => weekly.includes(instrumentOf(symbol).kind))),
    route(api.whkdata, candles(weekly)),
  ]
}
