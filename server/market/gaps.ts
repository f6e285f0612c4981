import { GAP_MS, mirrorOf } from '../../src/rules/market/gaps.ts'
import { compiled } from '../platform/database/compiled.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { TickRow } from './record.ts'

/** A gap in a symbol's record: the tick that ends it, the last one before it (`before_…`), and the mirror price of the jump. */
export type TickGap = Tables['tick_gaps']

/** The gap between two consecutive ticks of a symbol; `undefined` if they are not far enough apart. */
export function gapBetween(before: TickRow | undefined, after: TickRow): TickGap | undefined {
  if (!before || after.time_ms - before.time_ms <= BigInt(GAP_MS)) return undefined
  return {
    ...after,
    before_seq: before.seq,
    before_ms: before.time_ms,
    before_price: before.price,
    before_hash: before.hash,
    mirror: mirrorOf(after.symbol, before.price, after.price),
  }
}

/** The gap that a tick ends, by its number; `undefined` if it ends none. */
export const gapEndingAt = async (db: Db | Tx, symbol: string, seq: bigint): Promise<TickGap | undefined> =>
  (await endingAt(db, symbol, seq))[0]

const endingAt = compiled((db, symbol: string, seq: bigint) =>
  db.selectFrom('tick_gaps').selectAll().where('symbol', '=', symbol).where('seq', '=', seq),
)
