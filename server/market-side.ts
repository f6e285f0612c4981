import { createMarket, type Maker, type MarketView, type Source, type Standing } from './market/index.ts'
import type { Platform } from './platform/context.ts'
import { startWork, type WorkWatch } from './platform/unit/work.ts'

/** What makes prices and outcomes, whichever thread it runs in. */
export type MarketSide = {
  /** Resolves once nothing is being recorded, and nothing is being decided. */
  idle(): Promise<void>
  /** Finishes the work in hand, and ends with all on the record. */
  stop(): Promise<void>
}

/** What the side of the people knows of it. */
export type KnownSide = MarketSide & { market: MarketView & Standing }

/** Starts a market side, and has its work noted. */
export type StartSide = (watch: WorkWatch) => Promise<KnownSide>

/** Due work that decides what people win or lose: nothing that people ask for may delay it. */
const worksOnTime = (platform: Platform) => platform.capabilities.flatMap((each) => each.worksOnTime?.(platform) ?? [])

/** Starts who makes the market, and the work that must be on time. */
export async function startMarketSide(
  platform: Platform,
  maker: Pick<Maker, 'start' | 'stop' | 'idle'>,
  watch: WorkWatch,
): Promise<MarketSide> {
  await maker.start()
  const work = startWork(platform, worksOnTime(platform), watch)
  return {
    idle: async () => {
      await maker.idle()
      await work.idle()
    },
    stop: async () => {
      await work.stop()
      await maker.stop()
    },
  }
}

/** The market side in the thread of whoever asks, on the clock that is handed in: all in one, for tests and simulations. */
export const inThisThread =
  (platform: Platform, source: Source): StartSide =>
  async (watch) => {
    const market = createMarket(platform, source)
    return { market, ...(await startMarketSide(platform, market, watch)) }
  }
