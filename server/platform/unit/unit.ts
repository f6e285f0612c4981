import type { Platform } from '../context.ts'
import { type Tx, transact } from '../database/database.ts'
import type { Batch, Reader, Reads } from './later.ts'
import { shareTransaction } from './shared.ts'

/**
 * One unit of work: a transaction, and what the world hears of it once it has committed.
 *
 * What `read` answers is read once in a transaction, and counts in what was left for later.
 * Within a unit every statement goes through `tx`: `platform.db` sees nothing of it, and on SQLite
 * writes through that would wait for it for ever.
 */
export type Unit = Reads & {
  platform: Platform
  tx: Tx
  /** Calls back once, after the commit, in order. Never where the unit was rolled back; an attempt that is retried leaves nothing behind. */
  after(done: () => void): void
  /** Leaves a write for later, to go together with others of its kind: before the commit, or before the next statement through `tx`. */
  later<Item>(batch: Batch<Item>, item: Item): void
  /** Says what a later `read` is to answer: what a write that was left will make of it. */
  know<Value>(reader: Reader<Value>, key: string, value: Value): void
}

/** A transaction that units share, as `inTransaction` hands it out. */
export type Shared = ReturnType<typeof shareTransaction>

/**
 * Runs `work` in one transaction (again where the database asks for it), writes what was left for later, commits, and
 * does what is left to do after that. A callback that throws is logged and stops nothing: the work is committed by then.
 */
export async function inTransaction<T>(platform: Platform, work: (shared: Shared, tx: Tx) => Promise<T>): Promise<T> {
  let callbacks: readonly (() => void)[] = []
  const result = await transact(platform.db, async (tx) => {
    const shared = shareTransaction(platform, tx)
    callbacks = shared.callbacks
    const result = await work(shared, tx)
    await shared.finish()
    return result
  })
  for (const callback of callbacks) {
    try {
      callback()
    } catch (error) {
      platform.log.error({ err: error }, 'a callback after a commit failed')
    }
  }
  return result
}

/** Runs `work` as a unit in a transaction of its own. */
export const commit = <T>(platform: Platform, work: (unit: Unit) => Promise<T>): Promise<T> =>
  inTransaction(platform, ({ unit, tx }) => work({ platform, tx, ...unit }))
