import { instruments } from '../../src/rules/instruments.ts'
import { intervalSeconds, intervals } from '../../src/rules/intervals.ts'
import type { Db } from '../platform/database.ts'

/** How long ticks stay on the record that no order refers to. */
export const TICKS_KEPT_MS = 12 * 3600 * 1000

/** For how many widths of its interval a candle is kept. */
export const CANDLES_KEPT = 20_000

const BATCH = 500
// An order opens on a tick after its acceptance; the one before that, whose hash it follows from, is older.
const UNSETTLED_MARGIN_MS = 60_000

/** A stretch of a chain that an order refers to: from its opening tick to its closing one. */
type Stretch = { from: bigint; to: bigint }

export type Retention = ReturnType<typeof createRetention>

/** Forgets what is old, in small batches. It remembers how far it got, and begins anew after a restart. */
export function createRetention(db: Db) {
  const examined = new Map<string, bigint>()
  let examinedMs = 0

  /** `until`: all ticks before this time, in ms, have been examined. */
  const pruneSymbol = async (symbol: string, before: number, stretches: readonly Stretch[]) => {
    const isKept = keeper(stretches)
    let pruned = 0
    for (;;) {
      const rows = await db
        .selectFrom('ticks')
        .select(['seq', 'time_ms'])
        .where('symbol', '=', symbol)
        .where('seq', '>', examined.get(symbol) ?? 0n)
        .orderBy('seq')
        .limit(BATCH + 1)
        .execute()
      // The last row has no successor here: it is the next batch's first, or the head of the chain.
      const old = rows.slice(0, -1).filter(({ time_ms }) => time_ms < BigInt(before))
      const unused = old.map(({ seq }, place) => ({ seq, kept: isKept(seq, rows[place + 1]?.seq ?? seq) }))
      for (const { from, to } of runs(unused)) {
        const { numDeletedRows } = await db
          .deleteFrom('ticks')
          .where('symbol', '=', symbol)
          .where('seq', '>=', from)
          .where('seq', '<=', to)
          .executeTakeFirst()
        pruned += Number(numDeletedRows)
      }
      const last = old.at(-1)
      if (last) examined.set(symbol, last.seq)
      if (old.length < BATCH) return { pruned, until: Math.min(before, Number(rows.at(-1)?.time_ms ?? before)) }
    }
  }

  return {
    /**
     * Forgets ticks that are old and that no order refers to. What stays: the stretch of each order, with the tick
     * before it; the newest tick of each symbol, from which its chain goes on; and all since the oldest order that is
     * still to be settled, however late that is.
     *
     * @param now ms since the epoch
     * @returns how many were forgotten
     */
    async ticks(now: number): Promise<number> {
      const before = Math.min(now - TICKS_KEPT_MS, (await oldestUnsettled(db)) - UNSETTLED_MARGIN_MS)
      const stretches = await stretchesSince(db, examinedMs)
      let pruned = 0
      let reached = before
      for (const { symbol } of instruments) {
        const done = await pruneSymbol(symbol, before, stretches.get(symbol) ?? [])
        pruned += done.pruned
        reached = Math.min(reached, done.until)
      }
      examinedMs = Math.max(examinedMs, reached)
      return pruned
    },

    /** Forgets candles that no chart goes back to. `now` in ms. */
    async candles(now: number): Promise<void> {
      for (const interval of intervals) {
        const before = BigInt(Math.floor(now / 1000) - CANDLES_KEPT * intervalSeconds[interval])
        if (before <= 0n) continue
        for (const { symbol } of instruments) {
          await db
            .deleteFrom('candles')
            .where('symbol', '=', symbol)
            .where('interval', '=', interval)
            .where('time', '<', before)
            .execute()
        }
      }
    },
  }
}

/** When the oldest order that is still to be settled was accepted, in ms: `Infinity` without one. */
async function oldestUnsettled(db: Db): Promise<number> {
  const { oldest } = await db
    .selectFrom('microtrades')
    .select(({ fn }) => fn.min<bigint | null>('accepted_ms').as('oldest'))
    .where('due_ms', 'is not', null)
    .executeTakeFirstOrThrow()
  return oldest === null ? Number.POSITIVE_INFINITY : Number(oldest)
}

/** The stretches of orders that ended at this time, in ms, or later. An order that opened and came to nothing has its opening tick. */
async function stretchesSince(db: Db, ms: number): Promise<Map<string, Stretch[]>> {
  const rows = await db
    .selectFrom('microtrades')
    .select(['symbol', 'open_seq', 'close_seq'])
    .where('open_seq', 'is not', null)
    .where('settled_ms', '>=', BigInt(ms))
    .execute()
  const stretches = Map.groupBy(rows, ({ symbol }) => symbol)
  return new Map(
    [...stretches].map(([symbol, ofSymbol]) => [
      symbol,
      ofSymbol.flatMap(({ open_seq, close_seq }) =>
        open_seq === null ? [] : [{ from: open_seq, to: close_seq ?? open_seq }],
      ),
    ]),
  )
}

/** Says of ticks in order, each with its successor's number, whether a stretch holds it or begins right after it. */
function keeper(stretches: readonly Stretch[]): (seq: bigint, next: bigint) => boolean {
  const inOrder = stretches.toSorted((a, b) => Number(a.from - b.from))
  let place = 0
  let reach = -1n
  return (seq, next) => {
    for (let stretch = inOrder[place]; stretch && stretch.from <= next; stretch = inOrder[++place]) {
      if (stretch.to > reach) reach = stretch.to
    }
    return seq <= reach
  }
}

/** Neighbours that are not kept, as ranges. */
function runs(ticks: readonly { seq: bigint; kept: boolean }[]): { from: bigint; to: bigint }[] {
  const found: { from: bigint; to: bigint }[] = []
  let open: { from: bigint; to: bigint } | undefined
  for (const { seq, kept } of ticks) {
    if (kept) open = undefined
    else if (open) open.to = seq
    else {
      open = { from: seq, to: seq }
      found.push(open)
    }
  }
  return found
}
