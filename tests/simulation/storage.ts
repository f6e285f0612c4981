import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { type Database, type Db, openSqlite } from '../../server/platform/database/database.ts'
import { copyTemplate } from '../server/databases.ts'
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

export function createStorage(): Storage {
  const folder = memoryFolder()
  let cuts = 0
  const path = () => join(folder, `${cuts}.db`)
  copyTemplate(path())
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

/** The same database with a call of `strike` at each step, whose errors reach the server. */
export function withFaults(database: Database, strike: (moment: Moment) => void): Database {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      strike({ at: 'statement', when: 'before' })
      return node
    },
    async transformResult({ result }) {
      strike({ at: 'statement', when: 'after' })
      return result
    },
  }
  const plugged = database.db.withPlugin(plugin)
  const transaction = () => ({
    execute: async <T>(work: Parameters<ReturnType<Db['transaction']>['execute']>[0]): Promise<T> => {
      const result = await plugged.transaction().execute(async (tx) => {
        const done = await work(tx)
        strike({ at: 'commit', when: 'before' })
        return done
      })
      strike({ at: 'commit', when: 'after' })
      return result as T
    },
  })
  const db = new Proxy(plugged, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...database, db }
}
