import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledQuery, type DatabaseConnection, Kysely, Transaction } from 'kysely'
import { modules } from '../../server/modules.ts'
import { type Database, type Db, openSqlite, type Tx } from '../../server/platform/database/database.ts'
import { foldersOf, migrate } from '../../server/platform/database/migrate.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { propsOf } from '../../server/platform/unit/guarded.ts'
import { sqliteTemplate } from '../server/databases.ts'
import { memoryFolder } from '../server/memory.ts'

/** Files of a migrated database, in memory where the system has a folder for that. */
export type Storage = {
  open(): Database
  /**
   * Simulates a crash: copies the files at this moment, whatever transaction is open. From now on `open` opens that copy;
   * a connection that still has the old files open no longer affects it.
   */
  cut(): void
  drop(): void
}

let template: Promise<Uint8Array> | undefined

/** The file of a migrated database: the test run's, or one that is made once per process. */
async function readTemplate(): Promise<Uint8Array> {
  if (sqliteTemplate) return readFileSync(sqliteTemplate)
  const folder = memoryFolder()
  const path = join(folder, 'template.db')
  const database = openSqlite(path)
  await migrate(database, 0, foldersOf(modules))
  await database.close()
  const file = readFileSync(path)
  rmSync(folder, { recursive: true })
  return file
}

export async function createStorage(): Promise<Storage> {
  template ??= readTemplate()
  const file = await template
  const folder = memoryFolder()
  let cuts = 0
  const path = () => join(folder, `${cuts}.db`)
  writeFileSync(path(), file)
  return {
    open: () => openSqlite(path()),
    cut: () => {
      const from = path()
      cuts += 1
      for (const part of ['', '-wal']) if (existsSync(from + part)) copyFileSync(from + part, path() + part)
    },
    drop: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A moment of the database's work at which something can go wrong. */
export type Moment = { at: 'statement' | 'commit'; when: 'before' | 'after' }

/**
 * The same database with a call of `strike` at each step, whose errors reach the server. Its connections are wrapped: a Kysely plugin would
 * have the server build each statement that it otherwise builds once (`compiled`).
 */
export function withFaults(database: Database, strike: (moment: Moment) => void): Database {
  const struck = (connection: DatabaseConnection): DatabaseConnection => ({
    executeQuery: async <R>(query: CompiledQuery) => {
      strike({ at: 'statement', when: 'before' })
      const result = await connection.executeQuery<R>(query)
      strike({ at: 'statement', when: 'after' })
      return result
    },
    streamQuery: () => {
      throw new Error('the server reads no stream')
    },
  })
  const propsWithFaults = (db: Db | Tx) => {
    const executor = db.getExecutor()
    return propsOf(
      executor.withConnectionProvider({
        provideConnection: (consumer) => executor.provideConnection((connection) => consumer(struck(connection))),
      }),
    )
  }
  const transaction = () => ({
    execute: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      const result = await database.db.transaction().execute(async (tx) => {
        const done = await work(new Transaction(propsWithFaults(tx)))
        strike({ at: 'commit', when: 'before' })
        return done
      })
      strike({ at: 'commit', when: 'after' })
      return result
    },
  })
  const db = new Proxy(new Kysely<Tables>(propsWithFaults(database.db)), {
    get(target, name) {
      if (name === 'transaction') return transaction
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...database, db }
}
