import { sql } from 'kysely'
import { instruments } from '../../src/rules/market/instruments.ts'
import { intervalSeconds, intervals } from '../../src/rules/market/intervals.ts'
import type { Db } from '../platform/database/database.ts'
import type { TickRange, TickRow } from './record.ts'

/** Retention of ticks that no order refers to, in ms. */
export const TICKS_KEPT_MS = 12 * 3600 * 1000

/** Retention of a candle, as a number of widths of its interval. */
export const CANDLES_KEPT = 20_000

const BATCH = 500
// Whether a tick is needed follows from the one before it and the two after it.
const CONTEXT = 3

type Tick = Pick<TickRow, 'seq' | 'time_ms'>

/** The ticks of the record that a module still needs. Both are asked for one symbol at a time. */
export type TickNeeds = {
  /** The time since which every tick is needed, in ms; `undefined` if none is. */
  since(db: Db, symbol: string): Promise<bigint | undefined>
  /** The needed stretches that overlap a period, in ms, both ends inclusive. */
  stretches(db: Db, symbol: string, from: bigint, to: bigint): Promise<readonly TickRange[]>
}

/**
 * The time since which the undecided orders of a table need the ticks of a symbol.
 *
 * @param at the column with the time from which an order needs them
 * @param symbols the columns with the symbols that it needs
 * @param before how long before that time it also needs them, in ms
 */
export const sinceOldest =
  (table: string, { at = 'due_ms', symbols = ['symbol'], before = 0 } = {}): TickNeeds['since'] =>
  async (db, symbol) => {
    const isOf = symbols.map((column) => sql`${sql.ref(column)} = ${symbol}`)
    const { rows } = await sql<{ oldest: bigint | null }>`
      select min(${sql.ref(at)}) as oldest from ${sql.table(table)}
      where due_ms is not null and (${sql.join(isOf, sql` or `)})`.execute(db)
    const oldest = rows[0]?.oldest ?? null
    return oldest === null ? undefined : oldest - BigInt(before)
  }

export type Retention = ReturnType<typeof createRetention>

/** Deletes old data that none of these modules needs, in small batches. */
export function createRetention(db: Db, modules: readonly { needs?: TickNeeds }[]) {
  const needs = modules.flatMap((each) => each.needs ?? [])
  const ticksOf = (symbol: string) => db.selectFrom('ticks').select(['seq', 'time_ms']).where('symbol', '=', symbol)

  const forget = async (symbol: string, ticks: readonly { seq: bigint; kept: boolean }[]) => {
    let forgotten = 0
    for (const { from, to } of runs(ticks)) {
      const { numDeletedRows } = await db
        .deleteFrom('ticks')
        .where('symbol', '=', symbol)
        .where('seq', '>=', from)
        .where('seq', '<=', to)
        .executeTakeFirst()
      forgotten += Number(numDeletedRows)
    }
    return forgotten
  }

  /** Examines a symbol's ticks from `since` on, up to the last one whose second successor is older than `before`. */
  const pruneSymbol = async (symbol: string, since: bigint, before: bigint) => {
    const known = ticksOf(symbol).where('time_ms', '<', since).orderBy('time_ms', 'desc').orderBy('seq', 'desc')
    let rows: Tick[] = (await known.limit(CONTEXT).execute()).reverse()
    let forgotten = 0
    for (;;) {
      // In a full context, the first tick has been examined before.
      const examined = rows.length === CONTEXT ? 1 : 0
      const after = rows.at(-1)?.seq ?? 0n
      const more = await ticksOf(symbol).where('seq', '>', after).orderBy('seq').limit(BATCH).execute()
      rows = [...rows, ...more]
      const [first, last] = [rows[0], rows.at(-1)]
      if (!first || !last) return forgotten
      const isKept = keeper(await stretchesBetween(symbol, first.time_ms, last.time_ms))
      const ripe = rows.slice(examined).flatMap(({ seq }, place) => {
        const [previous, second] = [rows[examined + place - 1], rows[examined + place + 2]]
        if (!second || second.time_ms >= before) return []
        return { seq, kept: isKept(previous?.seq ?? seq, second.seq) }
      })
      forgotten += await forget(symbol, ripe)
      if (more.length < BATCH || last.time_ms >= before) return forgotten
      rows = rows.slice(-CONTEXT)
    }
  }

  const stretchesBetween = async (symbol: string, from: bigint, to: bigint): Promise<TickRange[]> =>
    (await Promise.all(needs.map((need) => need.stretches(db, symbol, from, to)))).flat()

  /** The earliest time since which all ticks of some symbol are needed, in ms; `Infinity` if none are. */
  const neededSince = async (): Promise<number> => {
    let oldest = Number.POSITIVE_INFINITY
    for (const { symbol } of instruments) {
      for (const need of needs) oldest = Math.min(oldest, Number((await need.since(db, symbol)) ?? oldest))
    }
    return oldest
  }

  return {
    /**
     * Deletes old ticks that no order refers to. It retains the stretch of each order, with two ticks before it and one after it, which
     * verify its receipt; the two newest ticks of each symbol, which may become such neighbours; and all ticks since the oldest unsettled
     * order, however late it is.
     *
     * @param now ms since the epoch
     * @returns the number of deleted ticks
     */
    async ticks(now: number): Promise<number> {
      const before = BigInt(Math.min(now - TICKS_KEPT_MS, await neededSince()))
      const record = await db.selectFrom('record').select('examined_ms').executeTakeFirst()
      const since = record?.examined_ms ?? 0n
      if (before <= since) return 0
      let forgotten = 0
      for (const { symbol } of instruments) forgotten += await pruneSymbol(symbol, since, before)
      await db.updateTable('record').set({ examined_ms: before }).execute()
      return forgotten
    },

    /** Deletes candles older than any chart shows. `now` in ms. */
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

/** Decides for ticks in order, by the one before each and the second after it, whether a stretch or its receipt needs it. */
function keeper(stretches: readonly TickRange[]): (previous: bigint, second: bigint) => boolean {
  const inOrder = stretches.toSorted((a, b) => Number(a.from - b.from))
  let place = 0
  let reach = -1n
  return (previous, second) => {
    for (let stretch = inOrder[place]; stretch && stretch.from <= second; stretch = inOrder[++place]) {
      if (stretch.to > reach) reach = stretch.to
    }
    return previous <= reach
  }
}

/** Consecutive ticks that are not kept, as ranges. */
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
