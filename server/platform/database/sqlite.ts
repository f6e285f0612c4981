import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { recorded, type Telemetry } from '../telemetry/telemetry.ts'
import type { Tables } from './tables.ts'
import { createWritingTurns, makeShared, type Share } from './writing-turns.ts'

// Multi-row inserts create many statement texts; beyond this number, caching them costs more than it saves.
const STATEMENTS_KEPT = 500
/** Maximum wait of a writer for another thread or process, in ms. */
const BUSY_MS_MAX = 5_000

// `deferred` would fail a transaction that reads first and writes later, if another one has written in between.
const BEGIN = 'begin immediate'

export type SqliteOptions = {
  /** If two threads of this process write the file. */
  share?: Share | undefined
  /** Called before each statement of a reader, so that many of them leave room for urgent work. */
  pause?: (() => Promise<void>) | undefined
  telemetry?: Telemetry | undefined
}

/** A SQLite file through Node's own module: write-ahead log, no loss at a power cut. */
export type SqliteFile = { db: Kysely<Tables>; exec(sql: string): void; close(): Promise<void> }

/**
 * Opens a file twice: one connection writes, exclusively for each transaction; the other reads committed data and never waits. A writer
 * waits without blocking its thread.
 *
 * @throws SQLite's error if it is not a database, or cannot be opened
 */
export function openSqliteFile(path: string, { share, pause, telemetry }: SqliteOptions = {}): SqliteFile {
  const writer = open(path, telemetry)
  const reader = open(path, telemetry)
  // Opening may wait for others; from now on no thread blocks.
  writer.file.exec('pragma busy_timeout = 0')
  reader.file.exec('pragma query_only = on')
  const turns = createWritingTurns(share ?? { memory: makeShared(), place: 0 })
  const writing = createWriting(writer, turns)
  let closed = false
  const close = () => {
    if (closed) return
    closed = true
    reader.file.close()
    writer.file.close()
  }
  const driver = (): Driver => ({
    init: async () => {},
    acquireConnection: async () => new Connection(writer, reader, writing, pause),
    beginTransaction: (connection) => (connection as Connection).begin(),
    commitTransaction: (connection) => (connection as Connection).end('commit'),
    rollbackTransaction: (connection) => (connection as Connection).end('rollback'),
    releaseConnection: async () => {},
    destroy: async () => close(),
  })
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: driver,
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new Adapter(),
      createIntrospector: (of) => new SqliteIntrospector(of),
    },
  })
  return {
    db,
    exec: (sql) => writer.file.exec(sql),
    close: async () => {
      await db.destroy()
      // Kysely does not close an unused connection.
      close()
    },
  }
}

class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

type Handle = { file: DatabaseSync; run(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<never> }

function open(path: string, telemetry: Telemetry | undefined): Handle {
  const file = new DatabaseSync(path)
  file.exec(
    `pragma busy_timeout = ${BUSY_MS_MAX}; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on`,
  )
  const statements = new Map<string, { statement: StatementSync; reads: boolean }>()
  const prepare = (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    const statement = file.prepare(sql)
    statement.setReadBigInts(true)
    const prepared = { statement, reads: statement.columns().length > 0 }
    if (statements.size < STATEMENTS_KEPT) statements.set(sql, prepared)
    return prepared
  }
  const run: Handle['run'] = ({ sql, parameters }) => {
    const { statement, reads } = prepare(sql)
    const values = parameters as SqliteValue[]
    if (reads) return { rows: statement.all(...values) as never[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
  return { file, run: telemetry ? (query) => recorded(telemetry, 'sqlite', query.sql, () => run(query)) : run }
}

type SqliteValue = null | number | bigint | string | Uint8Array

type Writing = ReturnType<typeof createWriting>

/** Serialises one thread's use of its writing connection, within the turns of the two threads. */
function createWriting({ file, run }: Handle, turns: ReturnType<typeof createWritingTurns>) {
  const waiting: (() => void)[] = []
  let taken = false

  const release = () => {
    turns.release()
    const next = waiting.shift()
    if (next) next()
    else taken = false
  }
  /** @returns the result of `query`, which has the file to itself */
  const take = async (query: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<never>> => {
    // The next waiter takes over directly, so that no other gets in between.
    if (taken) await new Promise<void>((resolve) => waiting.push(resolve))
    taken = true
    let result: QueryResult<never> = { rows: [] }
    let busy: unknown
    const attempt = () => {
      try {
        result = run(query)
        return true
      } catch (error) {
        if (!isBusy(error)) throw error
        busy = error
        return false
      }
    }
    try {
      if (!(await turns.take(attempt, BUSY_MS_MAX))) throw busy
      return result
    } catch (error) {
      release()
      throw error
    }
  }
  return {
    begin: async () => {
      await take({ sql: BEGIN, parameters: [] })
    },
    /** Ends the transaction of `begin`. After a failed commit it is still open, and is rolled back. */
    end: (how: 'commit' | 'rollback') => {
      if (how === 'commit') {
        run({ sql: how, parameters: [] })
        return release()
      }
      try {
        // On a full disk SQLite rolls back on its own: then report the original error, and not the missing transaction.
        if (file.isTransaction) run({ sql: how, parameters: [] })
      } finally {
        // Also for a closed file: waiters would otherwise wait forever.
        release()
      }
    },
    /** Runs a single write statement. */
    once: async (query: CompiledQuery): Promise<QueryResult<never>> => {
      const result = await take(query)
      release()
      return result
    },
  }
}

const SELECT = /^\s*select\b/i

class Connection implements DatabaseConnection {
  readonly #writer: Handle
  readonly #reader: Handle
  readonly #writing: Writing
  readonly #pause: (() => Promise<void>) | undefined
  #within = false

  constructor(writer: Handle, reader: Handle, writing: Writing, pause: (() => Promise<void>) | undefined) {
    this.#writer = writer
    this.#reader = reader
    this.#writing = writing
    this.#pause = pause
  }

  async begin(): Promise<void> {
    await this.#writing.begin()
    this.#within = true
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (!this.#within) return
    this.#writing.end(how)
    this.#within = false
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#within) return this.#writer.run(query)
    if (!SELECT.test(query.sql)) return this.#writing.once(query)
    if (this.#pause) await this.#pause()
    return this.#reader.run(query)
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}

const SQLITE_BUSY = 5

/** Whether another thread or process has the file. The low byte is the primary error code. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}
