import { createHash } from 'node:crypto'
import { GENESIS } from '../../src/rules/market/chain.ts'
import type { Interval } from '../../src/rules/market/intervals.ts'
import type { Platform } from '../platform/context.ts'
import { type Tx, transact } from '../platform/database/database.ts'
import type { Bar } from './bars.ts'
import { type CandleRow, saveCandles, toRow } from './candles.ts'
import { gapBetween, type TickGap } from './gaps.ts'
import { newestTick, preimageOf, recordCompleteMs, requireTerm, TermOver, type TickRow } from './record.ts'

/** A tick as a frame carried it, with the number of that frame. */
export type Shown = { symbol: string; seq: number; time: number; price: bigint }

const SECOND_MS = 1_000
// Ten minutes of every symbol. If the database accepts nothing for longer, the oldest ticks are dropped, and the log says so.
const WAITING_MAX = 20_000
const ROWS_PER_INSERT = 500

const secondOf = (time: number) => Math.floor(time / SECOND_MS)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export type Recorder = ReturnType<typeof createRecorder>

/**
 * Writes the record: the last tick of each second, as frames carried it, chained by hash; the time up to which it is complete; and the
 * changed candles. Each commit writes everything that waits, so the next one makes up for a failed one.
 *
 * @param completeMs the time up to which the record is complete
 * @param term the only term in which it writes
 * @param lost called once if another term has begun: nothing more is written
 */
export function createRecorder(
  { db, bus, log }: Pick<Platform, 'db' | 'bus' | 'log'>,
  completeMs: number,
  term: number,
  lost: (error: TermOver) => void,
) {
  /** The time up to which seconds are closed: the gate refuses later ticks of them. */
  let closedMs = completeMs
  /** The time up to which they are stored. */
  let storedMs = completeMs
  const heads = new Map<string, TickRow | undefined>()
  const latest = new Map<string, Shown>()
  let waiting: Shown[] = []
  let candles = new Map<string, CandleRow>()
  let leaving = new Map<string, CandleRow>()
  let committing: Promise<void> | undefined
  let uncertain = true
  let dropped = 0
  let over = false

  const forget = () => {
    waiting = waiting.filter(({ time }) => time > storedMs)
  }

  /** Reads the database's state: a commit whose answer was lost may have succeeded. */
  const reconcile = async () => {
    storedMs = await recordCompleteMs(db)
    closedMs = Math.max(closedMs, storedMs)
    heads.clear()
    forget()
    uncertain = false
  }

  const store = async (tx: Tx, ticks: readonly Shown[], rows: readonly CandleRow[], upTo: number) => {
    await requireTerm(tx, term)
    const { numUpdatedRows } = await tx
      .updateTable('record')
      .set({ complete_ms: BigInt(upTo) })
      .where('id', '=', 1n)
      .where('complete_ms', '=', BigInt(storedMs))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error(`someone else moved the record on from ${storedMs}`)
    const chained = chain(ticks, new Map(heads))
    for (let from = 0; from < chained.rows.length; from += ROWS_PER_INSERT) {
      await tx
        .insertInto('ticks')
        .values(chained.rows.slice(from, from + ROWS_PER_INSERT))
        .execute()
    }
    if (chained.gaps.length > 0) await tx.insertInto('tick_gaps').values(chained.gaps).execute()
    await saveCandles(tx, rows)
    return chained.heads
  }

  const commit = async () => {
    if (over) return
    try {
      if (uncertain) await reconcile()
      const upTo = closedMs
      const ticks = waiting.filter(({ time }) => time <= upTo)
      leaving = candles
      candles = new Map()
      for (const { symbol } of ticks) {
        if (!heads.has(symbol)) heads.set(symbol, await newestTick(db, symbol))
      }
      if (upTo > storedMs) {
        const moved = await transact(db, (tx) => store(tx, ticks, [...leaving.values()], upTo))
        for (const [symbol, head] of moved) heads.set(symbol, head)
        storedMs = upTo
      } else {
        await transact(db, async (tx) => {
          await requireTerm(tx, term)
          await saveCandles(tx, [...leaving.values()])
        })
      }
      forget()
      leaving = new Map()
      bus.publish('recorded', storedMs)
    } catch (error) {
      uncertain = true
      candles = new Map([...leaving, ...candles])
      leaving = new Map()
      log.error({ err: error, waiting: waiting.length, dropped }, 'the record could not be written')
      if (!(error instanceof TermOver)) return
      over = true
      lost(error)
    }
  }

  const wait = (tick: Shown) => {
    waiting.push(tick)
    if (waiting.length > WAITING_MAX) {
      dropped += waiting.length - WAITING_MAX
      waiting = waiting.slice(-WAITING_MAX)
    }
  }

  const start = () => {
    const all = async () => {
      do await commit()
      while (!uncertain && closedMs > storedMs)
    }
    committing ??= all().finally(() => {
      committing = undefined
    })
    return committing
  }

  return {
    /** A tick at or before this time, in ms, is too late. */
    get closedMs() {
      return closedMs
    },
    /** Notes the ticks of a frame, in order of time for each symbol. */
    note(shown: readonly Shown[]): void {
      for (const tick of shown) {
        const held = latest.get(tick.symbol)
        if (held && secondOf(held.time) !== secondOf(tick.time)) wait(held)
        latest.set(tick.symbol, tick)
      }
    },
    /** Stores a bar with the next commit. */
    save(symbol: string, interval: Interval, bar: Bar): void {
      candles.set(`${symbol} ${interval} ${bar.time}`, toRow(symbol, interval, bar))
    },
    /** The bars of an interval that are not stored yet, in no order. */
    unsaved(symbol: string, interval: Interval): CandleRow[] {
      return [...leaving.values(), ...candles.values()].filter(
        (row) => row.symbol === symbol && row.interval === interval,
      )
    },
    /**
     * Closes the record up to a time, in ms: noted ticks up to it are written, and later ones for it are refused.
     *
     * @returns whether there was anything to close
     */
    close(upTo: number): boolean {
      if (upTo <= closedMs) return false
      closedMs = upTo
      for (const [symbol, tick] of latest) {
        if (tick.time > upTo) continue
        wait(tick)
        latest.delete(symbol)
      }
      return true
    },
    /** Commits the closed ticks. It never fails: what could not be written waits for the next commit. */
    write(): void {
      if (!committing) void start()
    },
    /** Resolves once no commit is in progress. */
    idle: async (): Promise<void> => {
      while (committing) await committing
    },
    /** Commits everything that waits. @returns whether it is written */
    async drain(): Promise<boolean> {
      while (committing) await committing
      await start()
      return !uncertain
    },
  }
}

type Chained = { rows: TickRow[]; gaps: TickGap[]; heads: Map<string, TickRow | undefined> }

function chain(ticks: readonly Shown[], heads: Map<string, TickRow | undefined>): Chained {
  const gaps: TickGap[] = []
  const rows = ticks.map(({ symbol, seq, time, price }) => {
    const tick = { symbol, seq: BigInt(seq), time_ms: BigInt(time), price }
    const before = heads.get(symbol)
    const row = { ...tick, hash: sha256(preimageOf(before?.hash ?? GENESIS, tick)) }
    heads.set(symbol, row)
    gaps.push(...[gapBetween(before, row) ?? []].flat())
    return row
  })
  return { rows, gaps, heads }
}
