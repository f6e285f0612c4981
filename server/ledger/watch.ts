import { Worker } from 'node:worker_threads'
import type { Platform } from '../platform/context.ts'
import { resultOf } from '../platform/thread.ts'

const FIRST_MS = 60_000
const EVERY_MS = 3_600_000
const LOGGED_MAX = 20

/** Checks the whole ledger: a line for each violation. */
export type LedgerCheck = () => Promise<string[]>

/**
 * Checks the ledger a minute after the start and then every hour, logs violations, and reports each check.
 *
 * @param isOurs whether this node does the checks; otherwise it asks again after a minute
 * @param noted the number of violations, or `undefined` if the check failed; and its duration, in ms
 */
export function watchLedger(
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  check: LedgerCheck,
  noted: (found: number | undefined, ms: number) => void,
  isOurs: () => boolean = () => true,
): { stop(): void } {
  let stopped = false
  const run = async () => {
    if (!isOurs()) {
      cancel = clock.after(FIRST_MS, run)
      return
    }
    const begun = clock.now()
    try {
      const lines = await check()
      noted(lines.length, clock.now() - begun)
      for (const line of lines.slice(0, LOGGED_MAX)) log.error({ line }, 'the ledger check failed')
    } catch (error) {
      if (stopped) return
      noted(undefined, clock.now() - begun)
      log.error({ err: error }, 'the ledger could not be checked')
    }
    if (!stopped) cancel = clock.after(EVERY_MS, run)
  }
  let cancel = clock.after(FIRST_MS, run)
  return {
    stop: () => {
      stopped = true
      cancel()
    },
  }
}

/**
 * The check in a separate thread with its own connection, so that reading every entry delays nothing. It ends with the process.
 *
 * @param database a URL of PostgreSQL, or the path of a SQLite file
 */
export const checkInThread = (database: { url: string } | { path: string }): LedgerCheck => {
  return () => {
    const worker = new Worker(new URL('./check-entry.ts', import.meta.url), { workerData: database })
    worker.unref()
    return resultOf(worker, 'the check')
  }
}
