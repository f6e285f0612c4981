import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openSqlite } from '../../../server/platform/database/database.ts'
import { makeShared } from '../../../server/platform/database/writing-turns.ts'
import { freshDatabase, type TestDatabase } from '../databases.ts'

let fresh: TestDatabase
let one: Database
let other: Database
/** Opened by another process, which shares nothing with the two. */
let stranger: Database

beforeAll(async () => {
  fresh = await freshDatabase('sqlite')
  const memory = makeShared()
  one = openSqlite(fresh.url, { share: { memory, place: 0 } })
  other = openSqlite(fresh.url, { share: { memory, place: 1 } })
  stranger = fresh.database
  await one.script('create table marks (id integer primary key, who text not null)')
})
afterAll(async () => {
  for (const database of [one, other, stranger]) await database.close()
  await fresh.drop()
})

const mark = ({ db }: Database, who: string) => sql`insert into marks (who) values (${who})`.execute(db)
const marks = async ({ db }: Database) =>
  (await sql<{ who: string }>`select who from marks order by id`.execute(db)).rows.map(({ who }) => who)
const forget = () => sql`delete from marks`.execute(one.db)

/** Starts a transaction that lasts until ended explicitly. */
async function holding({ db }: Database): Promise<{ end(): Promise<void> }> {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const done = db.transaction().execute(async (tx) => {
    await sql`insert into marks (who) values ('the holder')`.execute(tx)
    begun.resolve()
    await gate.promise
  })
  await begun.promise
  return {
    end: async () => {
      gate.resolve()
      await done
    },
  }
}

it('makes writers wait without blocking their thread or readers', async () => {
  await forget()
  const held = await holding(one)
  const written: string[] = []
  const waiting = [mark(other, 'other'), mark(stranger, 'stranger')].map((each) =>
    each.then(() => written.push('done')),
  )
  let turns = 0
  for (; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(await marks(other)).toEqual([])
  expect(written).toEqual([])
  await held.end()
  await Promise.all(waiting)
  expect((await marks(one)).toSorted()).toEqual(['other', 'stranger', 'the holder'])
})

it('alternates two writers', async () => {
  await forget()
  const rounds = 20
  const write = async (database: Database, who: string) => {
    for (let round = 0; round < rounds; round++) {
      await database.db.transaction().execute(async (tx) => {
        await new Promise((resolve) => setImmediate(resolve))
        await sql`insert into marks (who) values (${who})`.execute(tx)
      })
    }
  }
  await Promise.all([write(one, 'one'), write(other, 'other')])
  const order = await marks(one)
  // The first and the last may have had no contention.
  const middle = order.slice(2, -2)
  const repeats = middle.filter((who, index) => who === middle[index + 1])
  expect(order).toHaveLength(2 * rounds)
  expect(repeats.length).toBeLessThanOrEqual(2)
})

it('does not wait for a stalled writer', async () => {
  await forget()
  const memory = makeShared()
  const mine = openSqlite(fresh.url, { share: { memory, place: 0 } })
  await mark(mine, 'mine')
  // The state left by a thread that stalls while waiting for its turn: it has asked to write and never does.
  Atomics.store(new Int32Array(memory), 1, 1)
  await mark(mine, 'mine')
  expect(await marks(mine)).toEqual(['mine', 'mine'])
  await mine.close()
})

it('writing turns: keeps a waiting process without other work alive', async () => {
  await forget()
  const held = await holding(one)
  const program = `
    import { sql } from 'kysely'
    import { openSqlite } from ${JSON.stringify(new URL('../../../server/platform/database/database.ts', import.meta.url).href)}
    const { db } = openSqlite(process.argv[1])
    process.stdout.write('waits ')
    await sql\`insert into marks (who) values ('a process')\`.execute(db)
    process.stdout.write('wrote')
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, fresh.url], {
    cwd: import.meta.dirname,
  })
  let said = ''
  child.stdout.on('data', async (words) => {
    said += words
    // After several polls it still waits.
    if (said === 'waits ') setTimeout(held.end, 50)
  })
  await once(child, 'close')
  await held.end()
  expect([said, await marks(one)]).toEqual(['waits wrote', ['the holder', 'a process']])
})
