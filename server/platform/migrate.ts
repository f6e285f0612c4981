import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

// Any number that no one else takes in this database.
const ADVISORY_LOCK = 6_811_001
const FOLDER = new URL('../migrations/', import.meta.url)

/** The database cannot be used as it is. Its message is one line. */
export class MigrationError extends Error {}

/** The migrations, in order. */
async function readMigrations(folder: URL): Promise<{ version: number; name: string; text: string; hash: string }[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{6}_\w+\.sql$/.test(name)).sort()
  // Two that were made at the same time: the database would take one of them for the other.
  const twice = names.find((name, index) => name.slice(0, 6) === names[index + 1]?.slice(0, 6))
  if (twice) throw new Error(`two migrations have the number of ${twice}`)
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { version: Number(name.slice(0, 6)), name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Brings the database up to the code, in one transaction: all of it or nothing.
 *
 * @param now ms since the epoch
 * @throws MigrationError where the database is newer than the code, or a migration that it ran has changed since
 */
export async function migrate({ db, kind, script }: Database, now: number, folder: URL = FOLDER): Promise<void> {
  const migrations = await readMigrations(folder)
  await db.transaction().execute(async (tx) => {
    // Nodes that start together take turns; SQLite has one process anyway.
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(tx)
    await sql`create table if not exists migrations (
      version bigint primary key, name text not null, hash text not null, applied_at bigint not null)`.execute(tx)
    const rows = (await sql<{ version: bigint; hash: string }>`select version, hash from migrations`.execute(tx)).rows
    const newest = migrations.at(-1)?.version ?? 0
    for (const row of rows) {
      if (Number(row.version) > newest) {
        throw new MigrationError(`the database is newer than this code (version ${row.version}, code ${newest})`)
      }
      const known = migrations.find(({ version }) => version === Number(row.version))
      if (known?.hash !== row.hash) {
        throw new MigrationError(`migration ${row.version} has changed since the database applied it`)
      }
    }
    for (const { version, name, text, hash } of migrations) {
      if (rows.some((row) => Number(row.version) === version)) continue
      await script(text, tx)
      await sql`insert into migrations values (${version}, ${name}, ${hash}, ${Math.floor(now / 1000)})`.execute(tx)
    }
  })
}

/**
 * Refuses a database that a server of this code has not brought up to it.
 *
 * @throws MigrationError
 */
export async function requireCurrent({ db }: Database, folder: URL = FOLDER): Promise<void> {
  const newest = (await readMigrations(folder)).at(-1)?.version ?? 0
  const { rows } = await sql<{ version: bigint | null }>`select max(version) as version from migrations`
    .execute(db)
    .catch(() => ({ rows: [] }))
  const version = Number(rows[0]?.version ?? 0)
  if (version === newest) return
  throw new MigrationError(`the database is of version ${version}, this code of ${newest}: start the server first`)
}
