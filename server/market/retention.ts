import { sql } from 'kysely'
import { instruments } from '../../src/rules/market/instruments.ts'
import { intervalSeconds, intervals } from '../../src/rules/market/intervals.ts'
import type { Db } from '../platform/database/database.ts'
import type { TickRange, TickRow } from './record.ts'

/** How long ticks stay on the record that no order refers to. */
export const TICKS_KEPT_MS = 12 * 3600 * 1000

/** For how many widths of its interval a candle is kept. */
export const CANDLES_KEPT = 20_000

const BATCH = 500
// Whether a tick is needed shows from the one before it and the two after it.
const CONTEXT = 3

type Tick = Pick<TickRow, 'seq' | 'time_ms'>

/** Which ticks of the record something still needs. Both are asked for one symbol at a time. */
export type TickNeeds = {
  /** Since when, in ms, every tick is needed: `undefined` where none is. */
  since(db: Db, symbol: string): Promise<bigint | undefined>
  /** The stretches that reach into a time, in ms, both ends included. */
  stretches(db: Db, symbol: string, from: bigint, to: bigint): Promise<readonly TickRange[]>
}

/**
 * Since when the undecided orders of a table need the ticks of a symbol.
 *
 * @param at the column with the time from which an order needs them
 * @param symbols the columns with the symbols that it needs
 * @param before for how long before that time it needs them too, in ms
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

/** Forgets what is old and what none of these modules needs, in small batches. */
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

  /** Examines a symbol's ticks from one time on, up to the last whose second successor is older than another. */
  const pruneSymbol = async (symbol: string, since: bigint, before: bigint) => {
    const known = ticksOf(symbol).where('time_ms', '<', since).orderBy('time_ms', 'desc').orderBy('seq', 'desc')
    let rows: Tick[] = (await known.limit(CONTEXT).execute()).reverse()
    let forgotten = 0
    for (;;) {
      // Of a whole context, the first tick is one that was examined before.
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

  /** Since when some symbol's ticks are all needed, in ms: `Infinity` where none are. */
  const neededSince = async (): Promise<number> => {
    let oldest = Number.POSITIVE_INFINITY
    for (const { symbol } of instruments) {
      for (const need of needs) oldest = Math.min(oldest, Number((await need.since(db, symbol)) ?? oldest))
    }
    return oldest
  }

  return {
    /**
     * Forgets ticks that are old and that no order refers to. What stays: the stretch of each order, with two ticks
     * before it and one after it, by which its receipt is checked; the two newest of each symbol, which may come to be
     * such; and all since the oldest order that is still to be settled, however late that is.
     *
     * @param now ms since the epoch
     * @returns how many were forgotten
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

/** Says of ticks in order, by the one before each and the second after it, whether a stretch or its receipt needs it. */
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
