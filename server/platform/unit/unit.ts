import type { Platform } from '../context.ts'
import { type Tx, transact } from '../database/database.ts'
import { spanned } from '../telemetry/telemetry.ts'
import type { Batch, Loader, Reads } from './defer.ts'
import { shareTransaction } from './shared.ts'

/**
 * One unit of work: a transaction, and the messages sent once it has committed.
 *
 * `read` is cached within the transaction, and includes deferred writes. Within a unit every statement goes through `tx`: `platform.db`
 * does not see uncommitted changes, and on SQLite a write through it would wait forever.
 */
export type Unit = Reads & {
  platform: Platform
  tx: Tx
  /** Calls back once, after the commit, in order. Never after a rollback; a retried attempt leaves no callbacks. */
  after(done: () => void): void
  /** Defers a write, to be batched with others of its kind: before the commit, or before the next statement through `tx`. */
  defer<Item>(batch: Batch<Item>, item: Item): void
  /** Sets the cached value of a later `read`: the result of a deferred write. */
  prime<Value>(loader: Loader<Value>, key: string, value: Value): void
}

/** A transaction that units share, as `inTransaction` hands it out. */
export type Shared = ReturnType<typeof shareTransaction>

/**
 * Runs `work` in one transaction with retries, performs deferred writes, commits, and runs the after-commit callbacks. A callback that
 * throws is logged and ignored: the work is committed by then.
 */
export async function inTransaction<T>(platform: Platform, work: (shared: Shared, tx: Tx) => Promise<T>): Promise<T> {
  let callbacks: readonly (() => void)[] = []
  const result = await spanned(platform, 'transaction', () =>
    transact(platform.db, async (tx) => {
      const shared = shareTransaction(platform, tx)
      callbacks = shared.callbacks
      const result = await work(shared, tx)
      await shared.finish()
      return result
    }),
  )
  for (const callback of callbacks) {
    try {
      callback()
    } catch (error) {
      platform.log.error({ err: error }, 'a callback after a commit failed')
    }
  }
  return result
}

/** Runs `work` as a unit in its own transaction. */
export const commit = <T>(platform: Platform, work: (unit: Unit) => Promise<T>): Promise<T> =>
  inTransaction(platform, ({ unit, tx }) => work({ platform, tx, ...unit }))
