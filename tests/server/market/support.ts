import { createHash } from 'node:crypto'
import { pino } from 'pino'
import {
  type chainBetween,
  createMarket,
  type Market,
  type MarketView,
  type Source,
  simulatedSource,
  type Tick,
} from '../../../server/market/module.ts'
import { modules } from '../../../server/modules.ts'
import type { Database } from '../../../server/platform/database/database.ts'
import { foldersOf, migrate } from '../../../server/platform/database/migrate.ts'
import { createMemoryBus } from '../../../server/platform/nodes/bus.ts'
import type { Candle } from '../../../src/api/market/market.ts'
import type { ServerFrame } from '../../../src/api/wire/frames.ts'
import { firstBrokenLink } from '../../../src/rules/market/chain.ts'
import { type DatabaseKind, freshDatabase } from '../databases.ts'
import { createManualClock, type ManualClock } from '../manual-clock.ts'

/** A Monday, 12:00 UTC: every market is open. */
export const MONDAY_NOON = Date.UTC(2026, 0, 5, 12)

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The first tick of a stretch and its neighbours that does not follow from the one before, or -1. */
export const brokenLink = ({ previousHash, before, ticks, after }: Awaited<ReturnType<typeof chainBetween>>) =>
  firstBrokenLink(previousHash, [before ?? [], ticks, after ?? []].flat(), sha256)

/** A source controlled by the test. */
export function createTestSource(): { source: Source; emit(...ticks: Tick[]): void } {
  let send: ((ticks: readonly Tick[]) => void) | undefined
  const source: Source = {
    name: 'test',
    // A test may go on with the simulated one.
    id: 'simulated',
    start: ({ emit }) => {
      send = emit
      return () => {
        send = undefined
      }
    },
  }
  return { source, emit: (...ticks) => send?.(ticks) }
}

/** The simulated source without history, which starts quickly. */
export function simulatedNow(seed: string): Source {
  const { name, id, start } = simulatedSource(seed)
  return { name, id, start }
}

export const tickOf = (symbol: string, time: number, price: Tick['price'], more: Partial<Tick> = {}): Tick => ({
  symbol,
  time,
  price,
  bid: price,
  ask: price,
  volume: 1n,
  ...more,
})

export type TestMarket = {
  readonly market: Market
  readonly database: Database
  readonly clock: ManualClock
  frames: ServerFrame[]
  /** Times up to which the record was declared complete. */
  recorded: number[]
  /**
   * Ends the market, or leaves it as a killed process does, and starts another one over the same database. From then on
   * prices come from `source`, `after` ms later.
   */
  restart(options?: { killed?: boolean; source?: Source; after?: number }): Promise<void>
  close(): Promise<void>
}

/** Starts a market over a fresh database, with a clock that only the test advances. */
export async function startMarket(
  kind: DatabaseKind,
  source: Source,
  { start = MONDAY_NOON }: { start?: number } = {},
): Promise<TestMarket> {
  const fresh = await freshDatabase(kind)
  let database = fresh.database
  let market: Market | undefined
  const clockFrom = (time: number) => createManualClock(time, async () => market?.idle())
  let clock = clockFrom(start)
  const frames: ServerFrame[] = []
  const recorded: number[] = []
  let from = source
  const boot = async () => {
    await migrate(database, clock.now(), foldersOf(modules))
    const log = pino({ level: 'silent' })
    const bus = createMemoryBus(log)
    bus.subscribe('frame', (frame) => frames.push(JSON.parse(frame)))
    bus.subscribe('recorded', (ms) => recorded.push(ms))
    market = createMarket({ db: database.db, clock, bus, log, modules }, from)
    await market.start()
  }
  const up = () => {
    if (!market) throw new Error('no market')
    return market
  }
  await boot()
  return {
    get market() {
      return up()
    },
    get database() {
      return database
    },
    get clock() {
      return clock
    },
    frames,
    recorded,
    restart: async ({ killed = false, source: next = from, after = 0 } = {}) => {
      from = next
      if (!killed) await up().stop()
      await up().idle()
      await database.close()
      // The timers of a process that is gone stay behind with its clock.
      clock = clockFrom(clock.now() + after)
      database = await fresh.reopen()
      await boot()
    },
    close: async () => {
      await up().stop()
      await database.close()
      await fresh.drop()
    },
  }
}

/** Candles as a call answers them. */
export const candlesOf = async (
  market: Pick<MarketView, 'candles'>,
  ...asked: Parameters<MarketView['candles']>
): Promise<Candle[]> => JSON.parse(await market.candles(...asked))
