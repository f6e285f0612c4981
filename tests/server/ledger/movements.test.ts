import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { daySumsOf, movementsOf } from '../../../server/ledger/index.ts'
import { type Tx, transact } from '../../../server/platform/database/database.ts'
import { leastIdAt } from '../../../server/platform/random.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { freshDatabase } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { createManualClock } from '../manual-clock.ts'
import { insertUser, MONDAY_NOON, makePlatform } from '../platform.ts'

const OTHERS = 20_000
const OWN = 2_000
const DAY = 86_400
const BEGUN = Math.floor(MONDAY_NOON / 1_000)

/** How many transfers this transaction has read, whoever's they are. */
async function transfersRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: bigint }>`select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = 'transfers'`.execute(tx)
  return Number(rows[0]?.read)
}

describeOn({ on: ['postgres'] }, 'the movements of one person among those of many', (kind) => {
  it('are found among their own: no month and no cause has the server read all', async () => {
    const fresh = await freshDatabase(kind)
    const platform = await makePlatform(fresh.database, { clock: createManualClock(MONDAY_NOON, async () => {}) })
    const { db } = platform
    const people = await commit(platform, async (unit) => ({
      one: await insertUser(unit, 'one'),
      other: await insertUser(unit, 'other'),
    }))
    for (const [user, cause, count] of [
      [people.other, 'savings', OTHERS],
      [people.one, 'microtrade', OWN],
    ] as const) {
      const id = sql`${leastIdAt(MONDAY_NOON).slice(0, 10)} || lpad(number::text, 15, '0') || ${sql.lit(cause[0])}`
      const account = `${user}:USDT:available`
      await sql`insert into accounts (id, user_id, currency, kind, balance, version)
        values (${account}, ${user}, 'USDT', 'available', 0, 1)`.execute(db)
      await sql`insert into transfers (id, cause, cause_id, step, at)
        select ${id}, ${sql.lit(cause)}, number::text, 'step', ${sql.lit(BEGUN)} + number
        from generate_series(1, ${sql.lit(count)}) as number`.execute(db)
      await sql`insert into entries (transfer_id, account_id, currency, amount) select ${id}, ${account}, 'USDT', 1
        from generate_series(1, ${sql.lit(count)}) as number`.execute(db)
    }
    await sql`analyze`.execute(db)

    const ask = (filter: Parameters<typeof movementsOf>[2]) =>
      transact(db, async (tx) => {
        const before = await transfersRead(tx)
        const found = await movementsOf(tx, people.one, filter, 20)
        return { found: found.length, read: (await transfersRead(tx)) - before }
      })
    for (const days of [-90, 60]) {
      const from = BEGUN + days * DAY
      const { found, read } = await ask({ from, to: from + 30 * DAY })
      expect(found).toBe(0)
      // A plan may look at a row before it finds that there are none.
      expect(read).toBeLessThan(10)
    }
    const within = await ask({ from: BEGUN, to: BEGUN + DAY })
    expect(within.found).toBe(20)
    expect(within.read).toBeLessThan(100)
    const rare = await ask({ cause: 'savings' })
    expect(rare.found).toBe(0)
    expect(rare.read).toBeLessThan(OWN + 100)
    expect(await daySumsOf(db, people.one, { to: BEGUN - 60 * DAY })).toEqual([])
    await platform.database.close()
    await fresh.drop()
  })
})
