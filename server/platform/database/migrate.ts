import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

// Any number that nothing else uses in this database.
const ADVISORY_LOCK = 6_811_001
const HOUSE = new URL('../../migrations/', import.meta.url)

/** The database cannot be used in its state. Its message is one line. */
export class MigrationError extends Error {}

/** The folders of migrations: the server's, and those of modules. They share one sequence of numbers. */
export const foldersOf = (modules: readonly { migrations?: URL }[]): readonly URL[] => [
  HOUSE,
  ...modules.flatMap(({ migrations }) => migrations ?? []),
]

/** The migrations, in order. */
async function readMigrations(folders: readonly URL[]) {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = (await readdir(folder)).filter((name) => /^\d{6}_\w+\.sql$/.test(name))
      return names.map((name) => ({ name, file: new URL(name, folder) }))
    }),
  )
  const files = found.flat().sort((a, b) => (a.name < b.name ? -1 : 1))
  // Two migrations with one number: the database would take one for the other.
  const twice = files.find(({ name }, index) => name.slice(0, 6) === files[index + 1]?.name.slice(0, 6))
  if (twice) throw new Error(`two migrations have the number of ${twice.name}`)
  return Promise.all(
    files.map(async ({ name, file }) => {
      const text = await readFile(file, 'utf8')
      return { version: Number(name.slice(0, 6)), name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The version of the schema that this code needs: the number of its last migration. */
export const codeVersion = async (folders: readonly URL[]): Promise<number> =>
  (await readMigrations(folders)).at(-1)?.version ?? 0

/**
 * Migrates the database to the code's version, atomically in one transaction.
 *
 * @param now ms since the epoch
 * @param until the last version to apply; by default the code's
 * @throws MigrationError if the database is newer than the code, or an applied migration has changed since
 */
export async function migrate(
  { db, kind, script }: Database,
  now: number,
  folders = foldersOf([]),
  until = Number.POSITIVE_INFINITY,
): Promise<void> {
  const migrations = await readMigrations(folders)
  await db.transaction().execute(async (tx) => {
    // Serialises nodes that start together; SQLite has only one process.
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
      if (version > until || rows.some((row) => Number(row.version) === version)) continue
      await script(text, tx)
      await sql`insert into migrations values (${version}, ${name}, ${hash}, ${Math.floor(now / 1000)})`.execute(tx)
    }
  })
}

/**
 * Refuses a database that is not at the code's version.
 *
 * @throws MigrationError
 */
export async function requireCurrent({ db }: Database, folders = foldersOf([])): Promise<void> {
  const newest = await codeVersion(folders)
  const { rows } = await sql<{ version: bigint | null }>`select max(version) as version from migrations`
    .execute(db)
    .catch(() => ({ rows: [] }))
  const version = Number(rows[0]?.version ?? 0)
  if (version === newest) return
  throw new MigrationError(`the database is of version ${version}, this code of ${newest}: start the server first`)
}
