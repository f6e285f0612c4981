import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { modules } from '../../server/modules.ts'
import { openPostgres, openSqlite } from '../../server/platform/database/database.ts'
import { foldersOf, migrate } from '../../server/platform/database/migrate.ts'
import { hasBarePostgres } from '../bare/bare.ts'
import { administer, databaseKinds, type Templates, urlOf } from './databases.ts'
import { memoryFolder } from './memory.ts'
import { startPostgres, type TestPostgres } from './nodes/postgres.ts'

/** Migrates once per run of the server suite for all its tests to copy; afterwards removes everything the run made. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = memoryFolder()
  const sqlite = join(folder, 'template.db')
  const file = openSqlite(sqlite)
  await migrate(file, 0, foldersOf(modules))
  await file.close()
  const bare = databaseKinds.includes('postgres') ? undefined : await startBare()
  const postgres = databaseKinds.includes('postgres') || bare ? await makePostgres() : undefined
  process.env.TEST_TEMPLATES = JSON.stringify({ sqlite, postgres: postgres?.name } satisfies Templates)
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await postgres?.drop()
    bare?.remove()
  }
}

/** Starts the PostgreSQL that a bare machine has fetched, for this run. It refuses to be root. */
async function startBare(): Promise<TestPostgres | undefined> {
  if (!hasBarePostgres() || process.getuid?.() === 0) return undefined
  const postgres = await startPostgres()
  process.env.TEST_BARE_POSTGRES = postgres.url
  return postgres
}

async function makePostgres(): Promise<{ name: string; drop(): Promise<void> }> {
  const name = `quoin_run_${randomBytes(6).toString('hex')}`
  // As long as the run lives, so does a connection that has its name.
  const alive = new pg.Client({ connectionString: urlOf('postgres', name) })
  alive.on('error', () => {})
  await alive.connect()
  await dropLeft()
  await administer(`create database ${name}`)
  const database = await openPostgres(urlOf(name), 1)
  await migrate(database, 0, foldersOf(modules))
  await database.close()
  return {
    name,
    drop: async () => {
      await dropAll(name)
      await alive.end()
    },
  }
}

/** Leftovers of killed runs. */
async function dropLeft(): Promise<void> {
  const dead = await administer(`
    select distinct substring(datname from 1 for ${'quoin_run_'.length + 12}) as run from pg_database
    where datname like 'quoin\\_run\\_%'
      and not exists (select 1 from pg_stat_activity where starts_with(pg_database.datname, application_name)
        and application_name like 'quoin\\_run\\_%')`)
  for (const { run } of dead) if (run) await dropAll(run)
}

/** Drops all databases with this prefix, several at a time, so that the server writes its checkpoint once for them. */
async function dropAll(begin: string): Promise<void> {
  const found = await administer(`select datname from pg_database where starts_with(datname, '${begin}')`)
  const names = found.map(({ datname }) => datname)
  const drop = async () => {
    for (let name = names.pop(); name; name = names.pop()) {
      await administer(`drop database if exists ${name} with (force)`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, drop))
}
