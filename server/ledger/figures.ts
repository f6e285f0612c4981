import { Worker } from 'node:worker_threads'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { resultOf } from '../platform/thread.ts'
import { type FigureName, figureScans } from './figure-scans.ts'

/** Maximum age of figures before they are counted again. */
const KEPT_SECONDS = 60

type RowsOf<Name extends FigureName> = Awaited<ReturnType<(typeof figureScans)[Name]>>

/** Figures, and when they were counted, in seconds. */
export type Figures<Name extends FigureName> = { rows: RowsOf<Name>; at: number }

type Kept = { newest?: Figures<FigureName>; counting?: Promise<Figures<FigureName>> }

const kept = new WeakMap<Database, Map<FigureName, Kept>>()

/**
 * Statistics over all users or the platform's entries, cached. After a minute a request triggers a recount and returns the old figures;
 * only the first request waits.
 */
export async function figuresOf<Name extends FigureName>(platform: Platform, name: Name): Promise<Figures<Name>> {
  const all = kept.get(platform.database) ?? new Map<FigureName, Kept>()
  kept.set(platform.database, all)
  const mine: Kept = all.get(name) ?? {}
  all.set(name, mine)
  const isOld = !mine.newest || nowSeconds(platform.clock) - mine.newest.at >= KEPT_SECONDS
  if (isOld && !mine.counting) {
    mine.counting = count(platform, name, mine)
    // If older ones are shown, no caller waits for these.
    mine.counting.catch((error: unknown) => platform.log.error({ err: error, name }, 'figures could not be counted'))
  }
  return (mine.newest ?? (await mine.counting)) as Figures<Name>
}

/** Counts the admin console's figures in advance, so that no operator waits for them. */
export function primeFigures(platform: Platform): void {
  for (const name of ['people', 'accounts'] as const) figuresOf(platform, name).catch(() => {})
}

async function count(platform: Platform, name: FigureName, mine: Kept): Promise<Figures<FigureName>> {
  const at = nowSeconds(platform.clock)
  try {
    mine.newest = { rows: await scan(platform.database, name), at }
    return mine.newest
  } finally {
    delete mine.counting
  }
}

/** SQLite reads on the calling thread, so scans of everything run on a thread of their own. */
function scan(database: Database, name: FigureName): Promise<RowsOf<FigureName>> {
  const { place } = database
  if (!('path' in place)) return figureScans[name](database.db)
  const worker = new Worker(new URL('./figures-entry.ts', import.meta.url), { workerData: { path: place.path, name } })
  return resultOf(worker, 'the figures')
}
