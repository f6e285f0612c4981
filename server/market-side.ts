import { createMarket, type Leader, type MarketView, type Source, type Standing } from './market/module.ts'
import type { Platform } from './platform/context.ts'
import { type JobWatch, startJobs } from './platform/unit/job.ts'

/** The market side, in whichever thread it runs. */
export type MarketSide = {
  /** Resolves once nothing is being recorded or decided. */
  idle(): Promise<void>
  /** Finishes the work in progress, and ends with everything recorded. */
  stop(): Promise<void>
}

/** The market side as the users' side sees it. */
export type KnownSide = MarketSide & { market: MarketView & Standing }

/** Starts a market side, with its work recorded in the metrics. */
export type StartSide = (watch: JobWatch) => Promise<KnownSide>

/** Time-critical work that decides orders: calls may not delay it. */
const criticalJobs = (platform: Platform) => platform.modules.flatMap((each) => each.criticalJobs?.(platform) ?? [])

/** Starts the market and the time-critical work. */
export async function startMarketSide(
  platform: Platform,
  leader: Pick<Leader, 'start' | 'stop' | 'idle'>,
  watch: JobWatch,
): Promise<MarketSide> {
  await leader.start()
  const { bus, telemetry } = platform
  if (telemetry) bus.subscribe('traced', ({ order, at }) => telemetry.follow(order, at))
  const work = startJobs(platform, criticalJobs(platform), watch)
  return {
    idle: async () => {
      await leader.idle()
      await work.idle()
    },
    stop: async () => {
      await work.stop()
      await leader.stop()
    },
  }
}

/** The market side in the calling thread, on the injected clock: for tests and simulations. */
export const inThisThread =
  (platform: Platform, source: Source): StartSide =>
  async (watch) => {
    const market = createMarket(platform, source)
    return { market, ...(await startMarketSide(platform, market, watch)) }
  }
