import type { Module } from '../module.ts'
import { aheadMetric } from './ahead.ts'
import { marketCommands } from './commands.ts'
import { marketRoutes } from './routes.ts'

export { isTooFarAhead, recordAheadMs } from './ahead.ts'
export type { QuoteState } from './board.ts'
export { currentPrice, type Prices, pricesByTick, takesEffectAt } from './effect.ts'
export { gapEndingAt, type TickGap } from './gaps.ts'
export { createLeader, type Leader, type Stand, standAlone } from './leader.ts'
export { createMarket, type LastPrice, type Market, type MarketView, type Standing } from './market.ts'
export { createMirror } from './mirror.ts'
export { openSource } from './open-source.ts'
export {
  chainBetween,
  chainWithin,
  firstTickAtOrAfter,
  highestTickSince,
  isRecordedIn,
  lastTickAtOrBefore,
  lastTicks,
  newestTick,
  newestTickBy,
  rangesWithin,
  recordCompleteMs,
  type TickRow,
  ticksWithin,
  tickToWire,
} from './record.ts'
export { sinceOldest, type TickNeeds } from './retention.ts'
export { quotationOf } from './routes.ts'
export { simulatedSource } from './simulated/index.ts'
export { type Source, SourceError, type SourceFacts, type Tick } from './source.ts'

export { type Valued, valueAt, valueNow } from './value.ts'

/** Prices. */
export const market: Module = {
  name: 'market',
  routes: ({ market }) => marketRoutes(market),
  commands: marketCommands,
  metrics: aheadMetric,
}
