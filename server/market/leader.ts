import type { Platform } from '../platform/context.ts'
import type { Campaign, Candidate } from '../platform/database/lock.ts'
import { noRefusals } from './gate.ts'
import { createMarket, type Market, type Said, type Standing } from './market.ts'
import { requireSource } from './record.ts'
import type { Source } from './source.ts'

/** Campaigns for leadership. */
export type Stand = (candidate: Candidate) => Promise<Campaign>

/** For a single node, which leads from the start. */
export const standAlone: Stand = async ({ won }) => {
  await won()
  return { stop: async () => {}, resign: () => {} }
}

/** A candidate for making the market. */
export type Leader = Standing & Pick<Market, 'start' | 'stop' | 'abandon' | 'idle'>

/**
 * Makes the market while this node leads, and publishes it on the bus to all mirrors. A newly elected node continues where the record ends.
 */
export function createLeader(
  platform: Pick<Platform, 'db' | 'clock' | 'bus' | 'log' | 'modules'>,
  source: Source,
  stand: Stand,
): Leader {
  const { db, bus } = platform
  const idleCounters: Market['counters'] = { accepted: 0, refused: noRefusals() }
  /** The market that this node makes: set from its election on, once it has started. */
  let made: Market | undefined
  let leading: Market | undefined
  let campaign: Campaign | undefined
  let number = 0
  let isBaseWanted = false

  const tell = ({ term, closedMs, frames, changed, trades }: Said) => {
    if (!made) return
    number += 1
    bus.publish('feed', { term, number, closedMs, frames, minutes: made.minutes(changed), trades })
    if (!isBaseWanted) return
    isBaseWanted = false
    bus.publish('base', { term, number, closedMs, snapshot: made.snapshotFrame(), minutes: made.minutes() })
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
  const stopListening = bus.subscribe('baseWanted', () => {
    isBaseWanted = true
  })

  return {
    get role() {
      return leading ? 'leader' : 'follower'
    },
    get counters() {
      return leading?.counters ?? idleCounters
    },
    async start() {
      await requireSource(db, source)
      campaign = await stand({ won, lost })
    },
    async stop() {
      // The record is complete before another node continues it.
      await leading?.stop()
      lost()
      await campaign?.stop()
      stopListening()
    },
    abandon: lost,
    idle: async () => leading?.idle(),
  }
}
