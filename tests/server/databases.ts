import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openPostgres, openSqlite } from '../../server/platform/database.ts'

/** A fresh, empty database. `reopen` opens it again, as a restart does; `url` is its DATABASE_URL, where it has one. */
export type TestDatabase = { database: Database; url: string; reopen(): Promise<Database>; drop(): Promise<void> }

export type DatabaseKind = Database['kind']

const url = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

async function postgresAnswers(): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    if (process.env.TEST_DATABASE_URL)
      throw new Error('PostgreSQL does not answer at TEST_DATABASE_URL', { cause: error })
    return false
  }
}

/** The databases that the server suite runs on: SQLite, and PostgreSQL where one answers. `TEST_DATABASE_URL` demands it. */
export const databaseKinds: DatabaseKind[] = (await postgresAnswers()) ? ['sqlite', 'postgres'] : ['sqlite']

export const freshDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'sqlite' ? freshSqlite() : freshPostgres()

async function freshSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-'))
  const path = join(folder, 'quoin.db')
  const open = () => openSqlite(path)
  return {
    database: open(),
    url: path,
    reopen: async () => open(),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A schema of its own: made and dropped in milliseconds, where a database takes the better part of a second. */
async function freshPostgres(): Promise<TestDatabase> {
  const name = `quoin_test_${randomBytes(6).toString('hex')}`
  await administer(`create schema ${name}`)
  const own = new URL(url)
  own.searchParams.set('options', `-c search_path=${name}`)
  own.searchParams.set('application_name', name)
  const open = () => openPostgres(own.href, 8)
  return { database: await open(), url: own.href, reopen: open, drop: () => administer(`drop schema ${name} cascade`) }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
