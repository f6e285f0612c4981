import type { EventFromLogic } from 'xstate'
import type { microtradeMachine } from '../../src/machines/orders/microtrade.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { outcome } from '../../src/rules/microtrade/microtrade.ts'
import { firstTickAtOrAfter, isRecordedIn, lastTickAtOrBefore, valueAt } from '../market/module.ts'
import { type Move, tickColumns } from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { MicrotradeRow } from './order.ts'

/**
 * Decides a live option, given a record that is complete up to `upToMs`: by the record alone, so that the outcome is deterministic.
 *
 * @returns `undefined` while the deciding tick is not yet recorded
 */
export const byTheRecord = (
  db: Db | Tx,
  order: MicrotradeRow,
  upToMs: number,
): Promise<Move<MicrotradeRow> | undefined> =>
  order.state === 'accepted' ? opening(db, order, upToMs) : settlement(db, order)

/** The first recorded tick at or after acceptance opens the option; if none comes in time, it is unexpected. */
async function opening(db: Db | Tx, order: MicrotradeRow, upToMs: number): Promise<Move<MicrotradeRow> | undefined> {
  const accepted = Number(order.accepted_ms)
  const tick = await firstTickAtOrAfter(db, order.symbol, accepted)
  if (tick && Number(tick.time_ms) <= accepted + STALE_AFTER_MS) {
    return {
      event: { type: 'order.open' },
      change: {
        ...tickColumns('open', tick),
        due_ms: tick.time_ms + order.seconds * 1000n,
      },
    }
  }
  return upToMs > accepted + STALE_AFTER_MS ? withoutPrice(db, accepted, accepted + STALE_AFTER_MS) : undefined
}

/** The last recorded tick at or before the due time settles the option; if that is stale, it is unexpected. */
async function settlement(db: Db | Tx, order: MicrotradeRow): Promise<Move<MicrotradeRow>> {
  const { open_ms, open_price, seconds, direction, symbol } = order
  if (open_ms === null || open_price === null) throw new Error(`microtrade ${order.id}: open without a tick`)
  const due = open_ms + seconds * 1000n
  const tick = await lastTickAtOrBefore(db, symbol, Number(due))
  const since = Number(due) - STALE_AFTER_MS
  if (!tick || Number(tick.time_ms) < since) return withoutPrice(db, since, Number(due))
  const event: EventFromLogic<typeof microtradeMachine> = {
    type: 'order.settle',
    outcome: outcome(direction, open_price, tick.price),
  }
  const turnover = event.outcome === 'drawn' ? null : await turnoverOf(db, order, Number(due))
  return { event, change: { ...tickColumns('close', tick), turnover } }
}

/** The stake in USDT at the option's end, rounded up in the user's favour. */
const turnoverOf = async (db: Db | Tx, { currency, amount }: MicrotradeRow, dueMs: number): Promise<bigint> =>
  (await valueAt(db, { currency, amount }, dueMs, 'up'))?.value ?? 0n

/** Refunds the stake. The kind of gap is recorded for the operator's metrics: a user must not be able to cause one of ours. */
async function withoutPrice(db: Db | Tx, fromMs: number, toMs: number): Promise<Move<MicrotradeRow>> {
  return { event: { type: 'order.void' }, gap: (await isRecordedIn(db, fromMs, toMs)) ? 'symbol' : 'record' }
}
