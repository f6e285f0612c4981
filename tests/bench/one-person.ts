import { join } from 'node:path'
import { sql } from 'kysely'
import type { Platform } from '../../server/platform/context.ts'
import { openPostgres, openSqlite } from '../../server/platform/database/database.ts'
import type { Bench, Row } from './benchmark.ts'
import { quantile } from './figures.ts'
import { freshSchema } from './orders.ts'
import { openPlatform, signUp } from './orders-people.ts'
import { freshFolder } from './server.ts'

/** A benchmark's own database. `settings`: of a server that uses it; `kind`: its name in a table. */
export type Place = { kind: 'SQLite' | 'PostgreSQL'; settings: Record<string, string>; at: string }

/** A new one. */
export async function freshPlace(bench: Bench, kind: Place['kind']): Promise<Place> {
  const folder = freshFolder(bench)
  if (kind === 'SQLite') return { kind, settings: { DATA_DIR: folder }, at: join(folder, 'quoin.db') }
  const url = await freshSchema(bench)
  return { kind, settings: { DATA_DIR: folder, DATABASE_URL: url }, at: url }
}

/** Measures on SQLite, then on PostgreSQL. `BENCH_ON=sqlite` or `postgres`: only on that one. */
export async function onEachDatabase(bench: Bench, measure: (place: Place) => Promise<Row[]>): Promise<Row[]> {
  const only = process.env.BENCH_ON
  const rows: Row[] = []
  if (only !== 'postgres') rows.push(...(await measure(await freshPlace(bench, 'SQLite'))))
  if (only !== 'sqlite') rows.push(...(await measure(await freshPlace(bench, 'PostgreSQL'))))
  return rows
}

/** Opens its database, with all migrations. The caller closes it. */
export const openPlace = async ({ kind, at }: Place): Promise<Platform> =>
  openPlatform(kind === 'PostgreSQL' ? await openPostgres(at) : openSqlite(at))

/**
 * Signs up one person and lets `write` fill their account. The caller closes the database.
 *
 * @returns the person's token, and the result of `write`
 */
export async function seedOnePerson<T>(
  place: Place,
  write: (platform: Platform, userId: string) => Promise<T>,
): Promise<{ platform: Platform; token: string; written: T }> {
  const platform = await openPlace(place)
  const [person] = await signUp(platform, 1)
  if (!person) throw new Error('nobody signed up')
  const written = await write(platform, person.userId)
  // As autovacuum does while tables fill over weeks.
  if (place.kind === 'PostgreSQL') await sql`analyze`.execute(platform.db)
  return { platform, token: person.token, written }
}

/** The row of the slowest of several calls; it says each. `waits`: of each, in ms. */
export function slowestRow(bench: Bench, kind: string, waits: ReadonlyMap<string, readonly number[]>): Row {
  const all = [...waits].map(([path, each]) => ({ path, times: each.length, p99: quantile(each, 0.99) }))
  for (const { path, times, p99 } of all) bench.say(`${kind}: ${path} ${p99.toFixed(1)} ms (${times} times)`)
  const { path, times, p99 } = all.reduce((worst, each) => (each.p99 > worst.p99 ? each : worst))
  return {
    what: 'the slowest call',
    value: p99,
    unit: 'ms',
    aim: { atMost: 50 },
    ours: path,
    how: `over HTTP, the slowest of ${all.length} calls, ${times} times, by one client, one after the other in turn`,
  }
}

/** The row of quote latency meanwhile. `waits`: of each call, in ms. */
export function strangerRow(bench: Bench, kind: string, what: string, waits: readonly number[]): Row {
  const [p99, worst] = [quantile(waits, 0.99), Math.max(...waits)]
  bench.say(`${kind}: another user's quotes p99 ${p99.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`)
  return {
    what: `${what} on ${kind}, p99`,
    value: p99,
    unit: 'ms',
    aim: { atMost: 30 },
    ours: `worst ${worst.toFixed(0)} ms`,
    how: 'currency/quotation_new by one client that asks again 10 ms after each answer',
  }
}
