import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openSqlite } from '../../../server/platform/database/database.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import type { Input, Output } from '../../../src/api/wire/call.ts'
import { type DatabaseKind, freshDatabase } from '../databases.ts'
import { createInvariants } from '../invariants.ts'
import { memoryFolder } from '../memory.ts'
import { type ServerProcess, startProcess } from '../platform/process.ts'
import type { Order, Passed } from './failpoints.ts'

const FAILPOINTS = join(import.meta.dirname, 'failpoints.ts')
const APPLICATION = 'quoin_killed'

type Bought = Output<typeof submit>
type Request = { token: string; input: Input<typeof submit> }

/** A user's view of a purchase: the request, and the answer if there was one. */
export type Purchase = Request & { answer?: Bought }

const diskFull = (table: string) => `
  create or replace function disk_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
  create trigger disk_full before insert on ${table} for each row execute function disk_full()`

export type World = Awaited<ReturnType<typeof createWorld>>

/**
 * One database with its data folder, and the servers that run and are killed on it in turn. It remembers requests and
 * answers, and checks the database after each server.
 */
export async function createWorld(kind: DatabaseKind) {
  const folder = memoryFolder()
  const fresh = kind === 'postgres' ? await freshDatabase('postgres') : undefined
  const settings: Record<string, string> = { DATA_DIR: folder, LOG_LEVEL: 'warn', REAL_NAME: 'withdrawal' }
  if (fresh) {
    const url = new URL(fresh.url)
    url.searchParams.set('application_name', `${url.searchParams.get('application_name')}${APPLICATION}`)
    settings.DATABASE_URL = url.href
  }
  const invariants = createInvariants()
  const purchases: Purchase[] = []
  const points = new Set<string>()
  let ahead = 0
  let checks = 0
  let server: ServerProcess | undefined

  const running = () => {
    if (!server) throw new Error('no server')
    return server
  }

  /** The database of a killed server. For SQLite it is a copy with its log, so that the next server does the recovery. */
  const examineOn = async <T>(examine: (db: Db) => Promise<T>): Promise<T> => {
    if (fresh) {
      await gone(fresh.database.db)
      return examine(fresh.database.db)
    }
    const copy = memoryFolder()
    for (const name of ['quoin.db', 'quoin.db-wal']) {
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name))
    }
    const database = openSqlite(join(copy, 'quoin.db'))
    try {
      return await examine(database.db)
    } finally {
      await database.close()
      rmSync(copy, { recursive: true, force: true })
    }
  }

  /** Waits until PostgreSQL has noticed the end of a process: its pending statements are then committed or rolled back. */
  const gone = async (db: Db) => {
    const name = new URL(settings.DATABASE_URL ?? '').searchParams.get('application_name')
    for (;;) {
      const { rows } = await sql`select pid from pg_stat_activity where application_name = ${name}`.execute(db)
      if (rows.length === 0) return
      await sleep(20)
    }
  }

  const isMigrated = async (db: Db) => {
    const found = fresh
      ? sql`select 1 from information_schema.tables where table_name = 'microtrades' and table_schema = current_schema()`
      : sql`select 1 from sqlite_master where name = 'microtrades'`
    return (await found.execute(db)).rows.length > 0
  }

  return {
    kind,
    purchases,
    /** Number of purchases repeated without an answer. */
    resent: 0,
    /** The write points passed by any of its servers. */
    points,
    get checks() {
      return checks
    },
    /** How far the clock is ahead of the machine's, in ms. */
    get ahead() {
      return ahead
    },
    /** The server's time. */
    now: () => Date.now() + ahead,
    /** The folder of the data. */
    folder,
    /** Starts a server, and sends it these orders first. */
    start(orders: readonly Order[] = []): ServerProcess {
      const heard: Order[] = [{ kind: 'clock', by: ahead }, ...orders]
      server = startProcess({ ...settings, FAULTS: JSON.stringify(heard) }, FAILPOINTS)
      server.child.on('message', ({ point }: Passed) => points.add(point))
      server.child.on('error', () => {})
      return server
    },
    /** Sends to the running server, if it is still running. */
    tell(order: Order): void {
      if (order.kind === 'clock') ahead += order.by
      if (server?.child.connected) server.child.send(order, () => {})
    },
    /**
     * Fills the disk, or frees it again. The SQLite file may not grow, which gives the engine's own error. For PostgreSQL, triggers raise
     * its error for a full disk on writes of money and prices, because a really full disk would affect the machine.
     */
    async fillDisk(full: boolean): Promise<void> {
      this.tell({ kind: 'disk', pages: full ? 0 : null })
      for (const table of ['entries', 'events', 'ticks']) {
        await fresh?.database.script(full ? diskFull(table) : `drop trigger disk_full on ${table}`)
      }
    },
    /** Sets the clock while no server is running. */
    jump(by: number): void {
      ahead += by
    },
    /** Buys an option, and remembers request and answer. The same purchase may be repeated. */
    async buy(purchase: Purchase): Promise<Bought> {
      if (!purchases.includes(purchase)) purchases.push(purchase)
      const answer = await running().ok(submit, purchase.input, purchase.token)
      if (purchase.answer && JSON.stringify(purchase.answer) !== JSON.stringify(answer)) {
        throw new Error(`${purchase.input.requestId} was answered ${JSON.stringify([purchase.answer, answer])}`)
      }
      purchase.answer = answer
      invariants.acknowledged(answer)
      return answer
    },
    /** The violations that a killed server has left behind, a line each. */
    async check(): Promise<string[]> {
      checks += 1
      return examineOn(async (db) => ((await isMigrated(db)) ? invariants.check(db) : []))
    },
    /** The number of orders in each state. */
    states: (): Promise<Record<string, number>> =>
      examineOn(async (db) => {
        const rows = await db.selectFrom('microtrades').select('state').execute()
        return Object.fromEntries(
          Object.entries(Object.groupBy(rows, ({ state }) => state)).map(([state, found]) => [
            state,
            found?.length ?? 0,
          ]),
        )
      }),
    /** Stops the running server, and removes everything. */
    async end(): Promise<void> {
      await server?.kill('SIGKILL')
      await fresh?.database.close()
      await fresh?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
