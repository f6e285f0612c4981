import { randomBytes } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openPostgres, openSqlite } from '../../server/platform/database/database.ts'
import { memoryFolder } from './memory.ts'

/** A test's own database. `reopen` opens it again, as a restart does; `url` is its DATABASE_URL, if it has one. */
export type TestDatabase = { database: Database; url: string; reopen(): Promise<Database>; drop(): Promise<void> }

export type DatabaseKind = Database['kind']

/** The templates that the run has created for its tests: a migrated file, and a migrated database, whose copies extend its name. */
export type Templates = { sqlite: string; postgres: string | undefined }

/** The tests' PostgreSQL: the configured one, the one that the run has started, or the system's. */
const server = () =>
  process.env.TEST_DATABASE_URL ?? process.env.TEST_BARE_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const templates: Templates | undefined = JSON.parse(process.env.TEST_TEMPLATES ?? 'null') ?? undefined

async function postgresAnswers(): Promise<boolean> {
  try {
    await administer()
    return true
  } catch (error) {
    if (process.env.TEST_DATABASE_URL)
      throw new Error('PostgreSQL does not answer at TEST_DATABASE_URL', { cause: error })
    return false
  }
}

/** The databases that the server suite supports. */
export const everyKind: readonly DatabaseKind[] = ['sqlite', 'postgres']

/** The databases under test: SQLite, and PostgreSQL if one answers. `TEST_DATABASE_URL` requires it. */
export const databaseKinds: DatabaseKind[] =
  templates?.postgres || (!templates && (await postgresAnswers())) ? ['sqlite', 'postgres'] : ['sqlite']

/**
 * For a suite whose statements another suite runs on each database: walks of the app's machines, refusals before any statement, reads from
 * memory. A suite with its own statements, postings or nodes needs each database.
 */
export const sqliteAlone: DatabaseKind[] = ['sqlite']

/** For a suite without PostgreSQL behaviour of its own: every database in `npm run test:faults`, otherwise SQLite. */
export const sqliteFirst: readonly DatabaseKind[] = process.env.TEST_LONG ? everyKind : sqliteAlone

/** A migrated database: a copy of the run's template, or an empty one without a template. */
export const freshDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'sqlite' ? freshSqlite() : freshPostgres(templates?.postgres)

/** An empty database without migrations. */
export const emptyDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'sqlite' ? freshSqlite({ empty: true }) : freshPostgres()

/** The run's migrated SQLite file, if it has created one. */
export const sqliteTemplate = templates?.sqlite

async function freshSqlite({ empty = false } = {}): Promise<TestDatabase> {
  const folder = memoryFolder()
  const path = join(folder, 'quoin.db')
  if (!empty && sqliteTemplate) copyFileSync(sqliteTemplate, path)
  const open = () => openSqlite(path)
  return {
    database: open(),
    url: path,
    reopen: async () => open(),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function freshPostgres(template?: string): Promise<TestDatabase> {
  const name = `${templates?.postgres ?? 'quoin_test'}_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${template ?? 'template1'}`)
  const url = urlOf(name)
  const open = () => openPostgres(url, 8)
  return {
    database: await open(),
    url,
    reopen: open,
    // Dropping a database forces a checkpoint, so it is done once, at the end of the run.
    drop: async () => {
      if (!templates) await administer(`drop database ${name} with (force)`)
    },
  }
}

/**
 * The URL of a database on the tests' server. None needs to survive a power cut, so a commit does not wait for the disk. It is otherwise a
 * normal commit, and a kill of our server does not kill PostgreSQL.
 */
export function urlOf(database: string, application = database): string {
  const own = new URL(server())
  own.pathname = `/${database}`
  own.searchParams.set('options', '-c synchronous_commit=off')
  own.searchParams.set('application_name', application)
  return own.href
}

/** Runs a statement on the tests' PostgreSQL, in its first database. */
export async function administer(...statements: readonly string[]): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: server(), connectionTimeoutMillis: 30_000 })
  let rows: Record<string, string>[] = []
  try {
    await client.connect()
    for (const statement of statements) rows = (await client.query(statement)).rows
  } finally {
    await client.end()
  }
  return rows
}
