import type { Platform } from './context.ts'
import { type Tx, transact } from './database.ts'

/**
 * One unit of work: a transaction, and what the world hears of it once it has committed.
 *
 * Within a unit every statement goes through `tx`: SQLite has one connection, and `platform.db` would wait for it for ever.
 */
export type Unit = {
  platform: Platform
  tx: Tx
  /** Calls back once, after the commit, in order. Never where the unit was rolled back; an attempt that is retried leaves nothing behind. */
  after(done: () => void): void
}

/**
 * Runs `work` in one transaction (again where the database asks for it), then what it left to do after the commit.
 *
 * A callback that throws is logged and stops nothing: the work is committed by then.
 */
export async function commit<T>(platform: Platform, work: (unit: Unit) => Promise<T>): Promise<T> {
  let callbacks: (() => void)[] = []
  const result = await transact(platform.db, (tx) => {
    const mine: (() => void)[] = []
    callbacks = mine
    return work({ platform, tx, after: (done) => mine.push(done) })
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
