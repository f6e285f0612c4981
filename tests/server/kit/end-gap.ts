import type { OrderKind, OrderRow } from '../../../server/orders/module.ts'
import { triggerWork } from '../../../server/orders/work.ts'
import type { Platform } from '../../../server/platform/context.ts'
import type { Tables } from '../../../server/platform/database/tables.ts'

type Position = OrderRow & { symbol: string; open_seq: bigint | null; limited: bigint }

/**
 * Makes the newest second of the record the end of a gap since a position opened, and applies that to it.
 *
 * @param beginsAt the price before the gap, by that of the newest second: in minor units
 * @returns the total deducted by gaps, in USDT
 */
export async function endGap<Row extends Position>(
  platform: Platform,
  kind: OrderKind<Row>,
  id: string,
  beginsAt: (price: number) => number,
): Promise<number> {
  const { db } = platform
  const position = async () =>
    (await db
      .selectFrom(kind.table as keyof Tables)
      .selectAll()
      .where('id' as never, '=', id as never)
      .executeTakeFirstOrThrow()) as unknown as Row
  const { symbol, open_seq } = await position()
  const ticks = db.selectFrom('ticks').selectAll().where('symbol', '=', symbol).orderBy('seq', 'desc')
  const tick = await ticks.executeTakeFirstOrThrow()
  const before = BigInt(Math.round(beginsAt(Number(tick.price))))
  const gap = {
    ...{ ...tick, before_seq: open_seq ?? 0n, before_ms: tick.time_ms - 60_001n, before_price: before },
    ...{ before_hash: tick.hash, mirror: 2n * before - tick.price },
  }
  await db.deleteFrom('tick_gaps').execute()
  await db.insertInto('tick_gaps').values(gap).execute()
  const since = { since_ms: tick.time_ms, examined_ms: tick.time_ms - 1n }
  await db.updateTable('triggers').set(since).where('order_id', '=', id).where('name', '=', 'gap').execute()
  await triggerWork(platform, [kind as unknown as OrderKind]).run(() => false)
  return Number((await position()).limited) / 1e6
}
