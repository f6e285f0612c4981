import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { statementLog, type Telemetry } from '../telemetry/telemetry.ts'
import { openSqliteFile, type SqliteOptions } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Database = {
  kind: 'sqlite' | 'postgres'
  db: Db
  /** Its location, for a thread that opens it again. */
  place: { path: string } | { url: string }
  /** Runs raw SQL: for migrations. */
  script(sql: string, tx?: Tx): Promise<void>
  close(): Promise<void>
}

// Multi-row inserts create many statement texts; beyond this number, caching them costs more than it saves.
const STATEMENTS_KEPT = 500

/** The database cannot be opened. Its message is one line. */
export class DatabaseError extends Error {}

/**
 * SQLite through Node's own module: one file, write-ahead log, no loss at a power cut.
 *
 * @throws DatabaseError if the file is not a database, or cannot be opened
 */
export function openSqlite(path: string, options?: SqliteOptions): Database {
  try {
    const { db, exec, close } = openSqliteFile(path, options)
    return { kind: 'sqlite', db, place: { path }, script: async (sql) => exec(sql), close }
  } catch (error) {
    if (isDamaged(error)) throw error
    throw new DatabaseError(`cannot open the database ${path}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Whether a write to a database or its folder failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  return code === 'ENOSPC' || code === '53100' || errcode === SQLITE_FULL
}

/** Whether the database file is corrupt. */
export function isDamaged(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  return code === 'XX001' || code === 'XX002' || (errcode !== undefined && (errcode & 0xff) === SQLITE_CORRUPT)
}

const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13

const POOL_MAX = 20
/** The locks of a node that is paused within a transaction are released after this time. */
const IDLE_IN_TRANSACTION_MS = 60_000

/**
 * Settings of each session. JIT: compiling a statement takes longer than running any of ours. `random_page_cost`: its default of 4 assumes
 * a hard disk, so that PostgreSQL scans a table of 10,000 rows to update 30 of them by their ids.
 */
const SESSION_SETTINGS = 'set jit = off; set random_page_cost = 1.1'

/**
 * PostgreSQL. Integers are returned as bigint, as from SQLite.
 *
 * @throws DatabaseError if it does not answer, or refuses the connection
 */
export async function openPostgres(url: string, poolMax = POOL_MAX, telemetry?: Telemetry): Promise<Database> {
  const { default: pg } = await import('pg')
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, BigInt)
  types.setTypeParser(pg.types.builtins.INT4, BigInt)
  types.setTypeParser(pg.types.builtins.NUMERIC, BigInt)
  const nameOf = createNames()
  /** Prepares each statement once per connection. */
  class PreparingClient extends pg.Client {
    override query(first: unknown, values?: unknown): never {
      const name = typeof first === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(first) : undefined
      return Reflect.apply(super.query, this, name ? [{ name, text: first, values }] : [first, values]) as never
    }
  }
  const pool = new pg.Pool({
    connectionString: url,
    Client: PreparingClient,
    max: poolMax,
    types,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    onConnect: async (client) => {
      await client.query(SESSION_SETTINGS)
    },
  })
  // The pool replaces a broken connection, and the query that uses it fails. Without these listeners, for idle connections here and for
  // used ones below, the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    ;(await pool.connect()).release()
  } catch (error) {
    await pool.end()
    throw new DatabaseError(`cannot connect to the database of DATABASE_URL: ${reasonOf(error)}`)
  }
  const db = new Kysely<Tables>({ ...statementLog('postgresql', telemetry), dialect: new PostgresDialect({ pool }) })
  return {
    kind: 'postgres',
    db,
    place: { url },
    script: async (sql, tx) => {
      const { CompiledQuery } = await import('kysely')
      await (tx ?? db).executeQuery(CompiledQuery.raw(sql))
    },
    close: () => db.destroy(),
  }
}

/**
 * Names for the statements that are worth preparing. None for `select *`: a prepared statement must keep its columns, even while another
 * node's migration adds one.
 */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (!names.has(text) && names.size < STATEMENTS_KEPT && !text.includes('*')) names.set(text, `s${names.size + 1}`)
    return names.get(text)
  }
}

/** Why a connection failed, in one line: if a name has several addresses, each fails, and the surrounding error has no message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

const RETRIES_MAX = 5
// PostgreSQL: serialization failure, deadlock.
const RETRYABLE = new Set(['40001', '40P01'])

/** A read value has changed before the write: the transaction must be retried, as after a serialization failure. */
export class RetryError extends Error {
  readonly code = '40001'
  /** The error to throw if retries do not help; this one if absent. */
  readonly lasting: Error | undefined

  constructor(message: string, lasting?: Error) {
    super(message)
    this.lasting = lasting
  }
}

/** Whether the database asks for a retry of the transaction. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && RETRYABLE.has(String(error.code))

/**
 * Runs `work` in one transaction, with a bounded number of retries on serialization failures and deadlocks.
 *
 * @throws what `work` threw, or the database's error if it could not commit
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const failures: unknown[] = []
    try {
      return await db.transaction().execute((tx) =>
        work(tx).catch((error: unknown) => {
          failures.push(error)
          throw error
        }),
      )
    } catch (last) {
      // If the connection is lost the rollback fails too: report the first failure.
      const [error] = [...failures, last]
      if (!isRetryable(error)) throw error
      if (attempt === RETRIES_MAX) throw (error instanceof RetryError && error.lasting) || error
    }
  }
}
