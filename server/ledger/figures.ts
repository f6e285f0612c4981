import { Worker } from 'node:worker_threads'
import type { Platform } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { keptCount } from '../platform/kept-count.ts'
import { resultOf } from '../platform/thread.ts'
import { type FigureName, figureScans } from './figure-scans.ts'

/** Maximum age of figures before they are counted again. */
const KEPT_SECONDS = 60

type RowsOf<Name extends FigureName> = Awaited<ReturnType<(typeof figureScans)[Name]>>

/** Figures, and when they were counted, in seconds. */
export type Figures<Name extends FigureName> = { rows: RowsOf<Name>; at: number }

const counted = (name: FigureName) =>
  keptCount(name, KEPT_SECONDS, ({ database }: Platform): Promise<RowsOf<FigureName>> => scan(database, name))
const counts: Readonly<Record<FigureName, ReturnType<typeof counted>>> = {
  people: counted('people'),
  accounts: counted('accounts'),
  days: counted('days'),
}

/** Statistics over all users or the platform's entries, cached for a minute. */
export async function figuresOf<Name extends FigureName>(platform: Platform, name: Name): Promise<Figures<Name>> {
  const { value, at } = await counts[name](platform)
  return { rows: value as RowsOf<Name>, at }
}

/** Counts the admin console's figures in advance, so that no operator waits for them. */
export function primeFigures(platform: Platform): void {
  for (const name of ['people', 'accounts', 'days'] as const) figuresOf(platform, name).catch(() => {})
}

/** SQLite reads on the calling thread, so scans of everything run on a thread of their own. */
function scan(database: Database, name: FigureName): Promise<RowsOf<FigureName>> {
  const { place } = database
  if (!('path' in place)) return figureScans[name](database.db)
  const worker = new Worker(new URL('./figures-entry.ts', import.meta.url), { workerData: { path: place.path, name } })
  return resultOf(worker, 'the figures')
}
