import type { Candle } from '../../src/api/market/market.ts'
import * as api from '../../src/api/market/market.ts'
import type { Input } from '../../src/api/wire/call.ts'
import { Refusal } from '../../src/api/wire/messages.ts'
import { weeklyKinds } from '../../src/rules/market/calendar.ts'
import { findInstrument, type InstrumentKind, instrumentOf } from '../../src/rules/market/instruments.ts'
import { shownRules } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import { Ready, type Route, route } from '../platform/http/route.ts'
import type { MarketView } from './market.ts'
import { ticksBefore } from './record.ts'

const weekly: readonly InstrumentKind[] = weeklyKinds
const everyKind: readonly InstrumentKind[] = ['crypto', ...weeklyKinds]

type Page = Input<typeof api.timeshar>

/** Number of newest candles per cost point: they are in memory. The rest is read from the database. */
const KEPT_PER_POINT = 500
const STORED_PER_POINT = 100
const MAX_MS = Number.MAX_SAFE_INTEGER

const costOf = ({ before, limit }: Page): number =>
  Math.ceil(limit / (before === undefined ? KEPT_PER_POINT : STORED_PER_POINT))

/** The quotes of every instrument now. */
export const quotationOf = ({ clock, config }: Pick<Platform, 'clock' | 'config'>, market: MarketView) => ({
  time: clock.now(),
  source: market.source,
  rules: shownRules(config),
  quotes: market.quotes(),
})

/** The calls of the market. */
export function marketRoutes(market: MarketView): readonly Route[] {
  const requirePair = (symbol: string, kinds: readonly InstrumentKind[]) => {
    const instrument = findInstrument(symbol)
    if (!instrument || !kinds.includes(instrument.kind) || !market.has(symbol)) throw new Refusal('pairNotFound')
  }
  const candles = (kinds: readonly InstrumentKind[]) => ({
    cost: costOf,
    handle: async ({ input: { symbol, interval, ...page } }: { input: Page }) => {
      requirePair(symbol, kinds)
      return new Ready<Candle[]>(await market.candles(symbol, interval, page))
    },
  })
  return [
    route(api.quotation, async ({ platform }) => quotationOf(platform, market)),
    route(api.timeshar, candles(['crypto'])),
    route(api.whlist, async () => market.quotes().filter(({ symbol }) => weekly.includes(instrumentOf(symbol).kind))),
    route(api.whkdata, candles(weekly)),
    route(api.candles, candles(everyKind)),
    route(api.ticks, {
      cost: ({ limit }) => Math.ceil(limit / STORED_PER_POINT),
      handle: async ({ input: { symbol, before, limit }, platform }) => {
        requirePair(symbol, everyKind)
        return ticksBefore(platform.db, symbol, before === undefined ? MAX_MS : before * 1000, limit)
      },
    }),
  ]
}
