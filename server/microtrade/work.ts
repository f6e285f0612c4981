import { outcome, STALE_AFTER_MS } from '../../src/rules/microtrade.ts'
import { firstTickAtOrAfter, lastTickAtOrBefore, recordCompleteMs } from '../market/index.ts'
import type { Platform } from '../platform/context.ts'
import { commitFor } from '../platform/group.ts'
import type { Work } from '../platform/work.ts'
import { type Move, moveOrder } from './microtrade.ts'
import type { MicrotradeRow } from './order.ts'
import { dueOrders, type Place } from './sql.ts'

// As many as share a commit: whoever buys meanwhile waits for no more than that.
const BATCH = 32

/** Opens and settles what is due, by the record alone: the same record always gives the same outcome. */
export const microtradeWork = (platform: Platform): Work => ({
  name: 'microtrade',
  run: async (stopping, did) => {
    const completeMs = await recordCompleteMs(platform.db)
    let moved = 0
    let place: Place | undefined
    do {
      const orders = await dueOrders(platform.db, completeMs, place, BATCH)
      await Promise.all(
        orders.map(async (order) => {
          if (!(await step(platform, order, completeMs))) return
          moved++
          if (order.due_ms !== null) did?.(Number(order.due_ms))
        }),
      )
      place = orders.at(-1)
    } while (place && !stopping())
    return moved
  },
})

/** Moves one order where it can move. One that fails keeps nobody else waiting: it is logged, and tried again. */
async function step(platform: Platform, order: MicrotradeRow, completeMs: number): Promise<boolean> {
  try {
    const move = await nextMove(platform, order, completeMs)
    return move !== undefined && (await commitFor(platform, order.user_id, (unit) => moveOrder(unit, order, move)))
  } catch (error) {
    platform.log.error({ err: error, order: order.id }, 'a timed option could not be moved')
    return false
  }
}

/**
 * What happens to a live order, given a record that is complete up to `completeMs`.
 *
 * @returns `undefined` where the tick that decides is yet to come
 */
async function nextMove(platform: Platform, order: MicrotradeRow, completeMs: number): Promise<Move | undefined> {
  return order.state === 'accepted' ? opening(platform, order, completeMs) : settlement(platform, order)
}

/** The first recorded tick at or after acceptance opens; none within the age that a price may have is unexpected. */
async function opening({ db }: Platform, order: MicrotradeRow, completeMs: number): Promise<Move | undefined> {
  const accepted = Number(order.accepted_ms)
  const tick = await firstTickAtOrAfter(db, order.symbol, accepted)
  if (tick && Number(tick.time_ms) <= accepted + STALE_AFTER_MS) {
    return {
      event: { type: 'order.open' },
      change: {
        open_seq: tick.seq,
        open_ms: tick.time_ms,
        open_price: tick.price,
        open_hash: tick.hash,
        due_ms: tick.time_ms + order.seconds * 1000n,
      },
    }
  }
  return completeMs > accepted + STALE_AFTER_MS ? { event: { type: 'order.void' }, change: {} } : undefined
}

/** The last recorded tick at or before the due time settles; one that is too old by then is unexpected. */
async function settlement({ db }: Platform, order: MicrotradeRow): Promise<Move> {
  const { open_ms, open_price, seconds, direction, symbol } = order
  if (open_ms === null || open_price === null) throw new Error(`microtrade ${order.id}: open without a tick`)
  const due = open_ms + seconds * 1000n
  const tick = await lastTickAtOrBefore(db, symbol, Number(due))
  if (!tick || tick.time_ms < due - BigInt(STALE_AFTER_MS)) return { event: { type: 'order.void' }, change: {} }
  return {
    event: { type: 'order.settle', outcome: outcome(direction, open_price, tick.price) },
    change: { close_seq: tick.seq, close_ms: tick.time_ms, close_price: tick.price, close_hash: tick.hash },
  }
}
