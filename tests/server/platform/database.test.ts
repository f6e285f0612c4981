import { CompiledQuery, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openPostgres, type Tx, transact } from '../../../server/platform/database/database.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { databaseKinds, freshDatabase } from '../databases.ts'
import { describePlatform, insertUser } from '../platform.ts'

/** How long a process of PostgreSQL may take to end. */
const GONE_MS = 60_000
const failure = (code: string) => Object.assign(new Error(`fails with ${code}`), { code })

describePlatform('database: a unit of work', (test) => {
  let people = 0
  const usernames = async () =>
    (await test.platform.db.selectFrom('users').select('username').execute()).map(({ username }) => username)

  it('is retried when the database asks for it, and published once', async () => {
    for (const code of ['40001', '40P01']) {
      const name = `retried${++people}`
      const heard: number[] = []
      let attempts = 0
      await commit(test.platform, async (unit) => {
        attempts += 1
        const mine = attempts
        unit.after(() => heard.push(mine))
        await insertUser(unit, name)
        if (attempts < 3) throw failure(code)
      })
      // A terminated one may meet the other again.
      expect(attempts).toBeGreaterThanOrEqual(3)
      expect(heard).toEqual([3])
      expect((await usernames()).filter((username) => username === name)).toHaveLength(1)
    }
  })

  it('gives up after five attempts without effect', async () => {
    let attempts = 0
    const heard: number[] = []
    const name = `given up${++people}`
    const done = commit(test.platform, async (unit) => {
      attempts += 1
      unit.after(() => heard.push(attempts))
      await insertUser(unit, name)
      throw failure('40001')
    })
    await expect(done).rejects.toThrow('fails with 40001')
    expect(attempts).toBe(5)
    expect(heard).toEqual([])
    expect(await usernames()).not.toContain(name)
  })

  it('is not retried for any other error', async () => {
    let attempts = 0
    const done = commit(test.platform, async () => {
      attempts += 1
      throw failure('23505')
    })
    await expect(done).rejects.toThrow('fails with 23505')
    expect(attempts).toBe(1)
  })

  it('is committed before its events are published, in order, whatever a listener does', async () => {
    const heard: string[] = []
    const name = `heard${++people}`
    await commit(test.platform, async (unit) => {
      unit.after(() => heard.push('first'))
      unit.after(() => {
        throw new Error('a deaf listener')
      })
      unit.after(() => heard.push('second'))
      await insertUser(unit, name)
      expect(heard).toEqual([])
    })
    expect(heard).toEqual(['first', 'second'])
    expect(await usernames()).toContain(name)
  })

  it('sees its own changes, and others only after the commit', async () => {
    const name = `unseen${++people}`
    await commit(test.platform, async (unit) => {
      await insertUser(unit, name)
      expect(await usernames()).not.toContain(name)
    })
    expect(await usernames()).toContain(name)
  })

  it('reports the original error, even if the rollback fails', async () => {
    const done = transact(test.platform.db, async (tx) => {
      await tx.executeQuery(CompiledQuery.raw('rollback'))
      throw new Error('the reason')
    })
    await expect(done).rejects.toThrow('the reason')
    await commit(test.platform, (unit) => insertUser(unit, `after${++people}`))
  })

  it('keeps integers exact to the last digit', async () => {
    const most = 2n ** 63n - 1n
    const { rows } = await sql<{ a: bigint; b: bigint; c: string }>`
      select cast(${most} as bigint) as a, cast(${-most} as bigint) as b, cast('x' as text) as c`.execute(
      test.platform.db,
    )
    expect(rows).toEqual([{ a: most, b: -most, c: 'x' }])
    const counted = await sql<{ n: bigint }>`select count(*) as n from users`.execute(test.platform.db)
    expect(counted.rows[0]?.n).toBeTypeOf('bigint')
  })

  it('reports why it could not commit, if the database rolled it back', async () => {
    if (test.kind === 'postgres') return
    const undone = commit(test.platform, async ({ tx }) => {
      await sql`rollback`.execute(tx)
    })
    await expect(undone).rejects.toThrow('cannot commit')
    await commit(test.platform, (unit) => insertUser(unit, `later${++people}`))
  })

  it('continues after the disk was full', async () => {
    if (test.kind === 'postgres') return
    const { db } = test.platform
    const before = await usernames()
    const { rows } = await sql<{ page_count: bigint }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
    const fill = commit(test.platform, async (unit) => {
      for (let number = 0; number < 2_000; number++) await insertUser(unit, `filler${++people}`)
    })
    await expect(fill).rejects.toThrow(/full/)
    expect(await usernames()).toEqual(before)
    await sql`pragma max_page_count = 1000000`.execute(db)
    await commit(test.platform, (unit) => insertUser(unit, `later${++people}`))
    expect(await usernames()).toHaveLength(before.length + 1)
  })
})

describe.runIf(databaseKinds.includes('postgres'))('database: PostgreSQL', () => {
  const withTable = async (work: (open: Awaited<ReturnType<typeof freshDatabase>>) => Promise<void>) => {
    const fresh = await freshDatabase('postgres')
    await fresh.database.script('create table counters (id bigint primary key, n bigint not null)')
    await fresh.database.script('insert into counters values (1, 0), (2, 0)')
    try {
      await work(fresh)
    } finally {
      await fresh.database.close()
      await fresh.drop()
    }
  }
  const add = (tx: Tx, id: number) => sql`update counters set n = n + 1 where id = ${id}`.execute(tx)
  const read = async (db: Parameters<typeof transact>[0]) =>
    (await sql<{ n: bigint }>`select n from counters order by id`.execute(db)).rows.map(({ n }) => n)

  it('resolves a deadlock, and commits both units once', () =>
    withTable(async ({ database: { db } }) => {
      let attempts = 0
      let met = 0
      let open = () => {}
      const both = new Promise<void>((resolve) => {
        open = resolve
      })
      const cross = (first: number, second: number) =>
        transact(db, async (tx) => {
          attempts += 1
          await add(tx, first)
          met += 1
          if (met === 2) open()
          await both
          await add(tx, second)
        })
      await Promise.all([cross(1, 2), cross(2, 1)])
      // A terminated one may meet the other again.
      expect(attempts).toBeGreaterThanOrEqual(3)
      expect(await read(db)).toEqual([2n, 2n])
    }))

  it('fails a unit whose connection is lost, with a reason, and serves the next one', () =>
    withTable(async ({ database: { db } }) => {
      const lost = transact(db, async (tx) => {
        await add(tx, 1)
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      })
      await expect(lost).rejects.toThrow(/terminat/i)
      const quiet = transact(db, async (tx) => {
        await add(tx, 1)
        const { rows } = await sql<{ pid: bigint }>`select pg_backend_pid() as pid`.execute(tx)
        await sql`select pg_terminate_backend(cast(${rows[0]?.pid} as int), ${GONE_MS})`.execute(db)
        await add(tx, 2)
      })
      await expect(quiet).rejects.toThrow()
      await transact(db, (tx) => add(tx, 2))
      expect(await read(db)).toEqual([0n, 1n])
    }))

  it('replaces connections that were lost while idle', () =>
    withTable(async ({ database: { db }, reopen }) => {
      await Promise.all(Array.from({ length: 6 }, () => transact(db, (tx) => add(tx, 1))))
      const other = await reopen()
      await sql`select pg_terminate_backend(pid, ${GONE_MS}) from pg_stat_activity
        where pid <> pg_backend_pid() and application_name = current_setting('application_name')`.execute(other.db)
      await other.close()
      await transact(db, (tx) => add(tx, 2))
      expect(await read(db)).toEqual([6n, 1n])
    }))

  it('queues requests while every connection is in use', () =>
    withTable(async ({ url }) => {
      const narrow = await openPostgres(url, 2)
      await Promise.all(Array.from({ length: 40 }, (_, n) => transact(narrow.db, (tx) => add(tx, (n % 2) + 1))))
      expect(await read(narrow.db)).toEqual([20n, 20n])
      await narrow.close()
    }))

  it('compiles no statement, on any connection', () =>
    withTable(async ({ database: { db } }) => {
      const asked = await Promise.all([1, 2, 3].map(() => sql<{ jit: string }>`show jit`.execute(db)))
      expect(asked.map(({ rows: [row] }) => row?.jit)).toEqual(['off', 'off', 'off'])
    }))

  it('is refused in one line without a password if it does not answer', async () => {
    for (const url of [
      'postgres://someone:secret@127.0.0.1:1/quoin',
      'postgres://someone:secret@localhost:1/quoin',
      'postgres://someone:secret@nowhere.invalid/quoin',
    ]) {
      await expect(openPostgres(url)).rejects.toThrow(
        /^cannot connect to the database of DATABASE_URL: (?!.*secret).+$/,
      )
    }
  })
})

describe('database: a SQLite file', () => {
  it('that is closed within a transaction blocks no other writer', async () => {
    const { database, drop } = await freshDatabase('sqlite')
    const { db } = database
    const write = () => sql`create table if not exists n (n integer)`.execute(db)
    let waiting: Promise<unknown> | undefined
    const within = transact(db, async (tx) => {
      await sql`create table m (m integer)`.execute(tx)
      waiting = write()
      waiting.catch(() => {})
      await database.close()
    })
    await expect(within).rejects.toThrow('not open')
    await expect(waiting).rejects.toThrow('not open')
    await drop()
  })
})
