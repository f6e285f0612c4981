import { sql } from 'kysely'
import { act } from '../audit/module.ts'
import { kindsOf } from '../order-kind.ts'
import { type Command, date, OperatorError, reasonOf, why } from '../platform/command.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { recordCompleteMs } from './record.ts'

const dateOf = (ms: number) => date(Math.floor(ms / 1000))

/** Operator commands on the price record. */
export const marketCommands: readonly Command[] = [
  {
    name: 'record rewind',
    args: [],
    options: [why],
    about:
      'Removes prices recorded with future timestamps, if a clock was ahead. Stop all nodes before, and start them afterwards.',
    run: async (given) => {
      const { db, clock } = given.platform
      const now = clock.now()
      const completeMs = await recordCompleteMs(db)
      if (completeMs <= now) throw new OperatorError('the record is not ahead of the clock: nothing to remove')
      const asked = { name: 'record rewind', reason: reasonOf(given), missing: 'record' }
      const removed = await act(given, asked, async (unit) => ({ userId: null, result: await rewind(unit, now) }))
      return [{ from: dateOf(now), to: dateOf(completeMs), ...removed }]
    },
  },
]

/**
 * Ends the record at `now`, in ms. A new term fences off its writer. Sequence numbers continue above the removed ones, because receipts
 * identify ticks by them.
 */
async function rewind({ tx, platform: { modules } }: Unit, now: number) {
  const nowMs = BigInt(now)
  const last = await tx
    .selectFrom('ticks')
    .select(({ fn }) => fn.max<bigint | null>('seq').as('seq'))
    .executeTakeFirst()
  const ticks = await tx.deleteFrom('ticks').where('time_ms', '>', nowMs).executeTakeFirst()
  await tx.deleteFrom('tick_gaps').where('time_ms', '>', nowMs).execute()
  const candles = await tx
    .deleteFrom('candles')
    .where('time', '>', nowMs / 1000n)
    .executeTakeFirst()
  await tx.updateTable('watermarks').set({ time_ms: nowMs }).where('time_ms', '>', nowMs).execute()
  const { term, least_seq, examined_ms, since_ms } = await tx
    .selectFrom('record')
    .select(['term', 'least_seq', 'examined_ms', 'since_ms'])
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('record')
    .set({
      complete_ms: nowMs,
      term: term + 1n,
      least_seq: latest(least_seq, (last?.seq ?? 0n) + 1n),
      examined_ms: earliest(examined_ms, nowMs),
      since_ms: earliest(since_ms, nowMs),
    })
    .execute()
  let orders = 0
  for (const { table } of kindsOf(modules)) {
    const { rows } = await ordersSince(table, nowMs).execute(tx)
    orders += Number(rows[0]?.count ?? 0n)
  }
  return { ticks: Number(ticks.numDeletedRows), candles: Number(candles.numDeletedRows), orders }
}

const ordersSince = (table: string, ms: bigint) =>
  sql<{ count: bigint }>`select count(*) as count from ${sql.table(table)} where accepted_ms > ${ms}`

const latest = (a: bigint, b: bigint) => (a > b ? a : b)
const earliest = (a: bigint, b: bigint) => (a < b ? a : b)
