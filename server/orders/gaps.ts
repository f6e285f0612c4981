import { sql } from 'kysely'
import { chainBetween, type TickGap, type TickRow } from '../market/module.ts'
import type { Check } from '../platform/database/check.ts'
import type { Db } from '../platform/database/database.ts'
import { fromJson, toJson } from '../platform/database/rows.ts'

/*
 * An order gains from the jump over a gap in its symbol's record at most what it could have lost there. What gaps deducted is stored with
 * the order, as JSON, and proven by its receipt.
 */

export type KeptTick = Pick<TickRow, 'seq' | 'time_ms' | 'price' | 'hash'>

/** A gap that deducted from an order's profit: `margin` is the margin that counted there, `limited` the deduction, in minor units. */
export type LimitedGap = { margin: bigint; limited: bigint; before: KeptTick; after: KeptTick }

type Kept = { gaps: string | null }

/** The gaps that deducted from an order, oldest first; null if its terms have no gap limit. */
export const gapsOf = <Gap extends LimitedGap = LimitedGap>({ gaps }: Kept): Gap[] | null =>
  gaps === null ? null : fromJson(gaps)

/** The gaps with one more, as they are stored. */
export const withGap = <Gap extends LimitedGap = LimitedGap>(order: Kept, gap: Gap): string =>
  toJson([...(gapsOf(order) ?? []), gap])

/** The ticks around a gap during which an order was open; `undefined` if it was not open, its terms have no limit, or the gap was already applied. */
export function endsOf(
  order: Kept & { open_seq: bigint | null },
  gap: TickGap | undefined,
): Pick<LimitedGap, 'before' | 'after'> | undefined {
  const gaps = gapsOf(order)
  if (!gap || !gaps || order.open_seq === null || order.open_seq > gap.before_seq) return undefined
  if (gaps.some(({ after }) => after.seq === gap.seq)) return undefined
  const { before_seq, before_ms, before_price, before_hash, seq, time_ms, price, hash } = gap
  const before = { seq: before_seq, time_ms: before_ms, price: before_price, hash: before_hash }
  return { before, after: { seq, time_ms, price, hash } }
}

/** Finds orders of a kind with an amount taken by gaps, but without a gap. */
export const limitedCheck = ({ name, table }: { name: string; table: string }): Check => ({
  rows: sql`select id as what, limited, gaps from ${sql.table(table)} where limited > 0 and (gaps is null or gaps = '[]')`,
  describe: (what) => `${name} ${what} is limited by no gap`,
})

/** The chain positions of the two ticks around each gap of an order. */
export const gapChainsOf = (db: Db, order: Kept & { symbol: string }) =>
  Promise.all(
    (gapsOf(order) ?? []).map(({ before, after }) =>
      chainBetween(db, order.symbol, Number(before.seq), Number(after.seq)),
    ),
  )

/** The parts of the record between two times, in ms, that an order's receipt needs for its gaps. */
export const gapStretchesOf = (order: Kept, from: bigint, to: bigint) =>
  (gapsOf(order) ?? [])
    .filter(({ before, after }) => after.time_ms >= from && before.time_ms <= to)
    .map(({ before, after }) => ({ from: before.seq, to: after.seq }))

/** What gaps had deducted from an order during a part of its life, in minor units. `toMs` is null for the current part. */
type Cut = { fromMs: number; toMs: number | null; limited: bigint }

/**
 * A period, split where a gap of an order ended.
 *
 * @param shareOf the gap's deduction for the quantity of the period, in minor units
 */
export function cutAtGaps<Gap extends LimitedGap>(
  { fromMs, toMs }: Omit<Cut, 'limited'>,
  gaps: readonly Gap[],
  shareOf: (gap: Gap) => bigint,
): Cut[] {
  const cuts: Cut[] = [{ fromMs, toMs, limited: 0n }]
  for (const gap of gaps) {
    const at = Number(gap.after.time_ms)
    const last = cuts.at(-1)
    if (!last || (toMs !== null && at >= toMs)) break
    const limited = last.limited + shareOf(gap)
    if (at > last.fromMs) cuts.splice(-1, 1, { ...last, toMs: at }, { fromMs: at, toMs, limited })
    else cuts.splice(-1, 1, { ...last, limited })
  }
  return cuts
}
