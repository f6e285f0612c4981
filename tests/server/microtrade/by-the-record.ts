import type { MicrotradeRow } from '../../../server/microtrade/order.ts'
import type { Tables } from '../../../server/platform/database/tables.ts'
import { STALE_AFTER_MS } from '../../../src/rules/market/prices.ts'
import { outcome } from '../../../src/rules/microtrade/microtrade.ts'

/** How an order ended: its state, and the numbers of its two ticks. */
export type Ending = { state: MicrotradeRow['state']; open: bigint | null; close: bigint | null }

/**
 * The expected end of an order by the record. Reimplemented, so that no code checks itself.
 *
 * @param ticks the record of its symbol, in order
 */
export function byTheRecord(
  row: Pick<MicrotradeRow, 'accepted_ms' | 'seconds' | 'direction'>,
  ticks: readonly Tables['ticks'][],
): Ending {
  const opening = ticks.find(({ time_ms }) => time_ms >= row.accepted_ms)
  if (!opening || opening.time_ms > row.accepted_ms + BigInt(STALE_AFTER_MS)) {
    return { state: 'unexpected', open: null, close: null }
  }
  const due = opening.time_ms + row.seconds * 1000n
  const closing = ticks.findLast(({ time_ms }) => time_ms <= due)
  if (!closing || closing.time_ms < due - BigInt(STALE_AFTER_MS)) {
    return { state: 'unexpected', open: opening.seq, close: null }
  }
  return { state: outcome(row.direction, opening.price, closing.price), open: opening.seq, close: closing.seq }
}
