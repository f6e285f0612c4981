import type { Platform } from '../platform/context.ts'
import type { Campaign, Candidate } from '../platform/database-lock.ts'
import { noRefusals } from './gate.ts'
import { createMarket, type Market, type Said } from './market.ts'
import { createMirror } from './mirror.ts'
import { requireSource } from './record.ts'
import type { Source } from './source.ts'

/** How a node stands for leader. */
export type Stand = (candidate: Candidate) => Promise<Campaign>

/**
 * The market of one node of several. The leader makes it, and tells all nodes, itself too, through the bus; each shows
 * what it hears. A follower that is elected goes on where the record ends.
 */
export function createNodeMarket(
  platform: Pick<Platform, 'db' | 'clock' | 'bus' | 'log'>,
  source: Source,
  stand: Stand,
): Market {
  const { db, bus } = platform
  const mirror = createMirror(platform, source)
  const idleCounters: Market['counters'] = { accepted: 0, refused: noRefusals() }
  /** The market that this node makes: from its election on, and once it has started. */
  let made: Market | undefined
  let leading: Market | undefined
  let campaign: Campaign | undefined
  let number = 0
  let isBaseWanted = false

  const tell = ({ term, closedMs, frames }: Said) => {
    number += 1
    bus.publish('feed', { term, number, closedMs, frames })
    if (!isBaseWanted || !made) return
    isBaseWanted = false
    bus.publish('base', { term, number, closedMs, snapshot: made.snapshotFrame() })
  }

  const won = async () => {
    number = 0
    isBaseWanted = true
    const market = createMarket(platform, source, { tell, lost: () => campaign?.resign() })
    made = market
    await market.start()
    if (made === market) leading = market
  }
  const lost = () => {
    made?.abandon()
    made = undefined
    leading = undefined
  }
  const view = () => leading ?? mirror
  const stopListening = bus.subscribe('baseWanted', () => {
    isBaseWanted = true
  })

  return {
    source: source.name,
    get role() {
      return leading ? 'leader' : 'follower'
    },
    get counters() {
      return leading?.counters ?? idleCounters
    },
    async start() {
      await requireSource(db, source)
      await mirror.start()
      campaign = await stand({ won, lost })
    },
    async stop() {
      // The record is whole before another node may go on with it.
      await leading?.stop()
      lost()
      await campaign?.stop()
      stopListening()
      mirror.stop()
    },
    abandon: lost,
    idle: async () => leading?.idle(),
    has: (symbol) => view().has(symbol),
    quotes: () => view().quotes(),
    snapshotFrame: () => view().snapshotFrame(),
    state: (symbol) => view().state(symbol),
    last: (symbol) => view().last(symbol),
    candles: (symbol, interval, page) => view().candles(symbol, interval, page),
  }
}
