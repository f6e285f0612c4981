import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { movementsOf } from '../../../server/ledger/module.ts'
import { type Tx, transact } from '../../../server/platform/database/database.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { freshDatabase } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { createManualClock } from '../manual-clock.ts'
import { insertUser, MONDAY_NOON, makePlatform } from '../platform.ts'

const OTHERS = 20_000
const OWN = 2_000
const DAY = 86_400
const BEGUN = Math.floor(MONDAY_NOON / 1_000)

/** Number of transfers and entries read in this transaction, of any user. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: bigint }>`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read
    from pg_stat_xact_user_tables where relname in ('transfers', 'entries')`.execute(tx)
  return Number(rows[0]?.read)
}

describeOn({ on: ['postgres'] }, 'the movements of one person among those of many', (kind) => {
  it('are found by index: a month or a cause never reads the others, for a long history', async () => {
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
      const id = sql`lpad(number::text, 25, '0') || ${sql.lit(cause[0])}`
      const at = sql`${sql.lit(BEGUN)} + number * 3600`
      const account = `${user}:USDT:available`
      await sql`insert into accounts (id, user_id, currency, kind, balance, version)
        values (${account}, ${user}, 'USDT', 'available', 0, 1)`.execute(db)
      await sql`insert into transfers (id, cause, cause_id, step, at)
        select ${id}, ${sql.lit(cause)}, number::text, 'step', ${at}
        from generate_series(1, ${sql.lit(count)}) as number`.execute(db)
      await sql`insert into entries (transfer_id, account_id, currency, amount, cause, at)
        select ${id}, ${account}, 'USDT', 1, ${sql.lit(cause)}, ${at}
        from generate_series(1, ${sql.lit(count)}) as number`.execute(db)
    }
    await sql`analyze`.execute(db)

    const ask = (filter: Parameters<typeof movementsOf>[2]) =>
      transact(db, async (tx) => {
        const before = await rowsRead(tx)
        const found = await movementsOf(tx, people.one, filter, 20)
        return { found, read: (await rowsRead(tx)) - before }
      })
    const month = (days: number) => ({ from: BEGUN + days * DAY, to: BEGUN + (days + 30) * DAY })
    for (const nothing of [month(-90), month(120), { cause: 'savings' }, { ...month(30), cause: 'savings' }]) {
      const { found, read } = await ask(nothing)
      expect(found).toEqual([])
      // A query plan may read one row before it finds no match.
      expect(read).toBeLessThan(10)
    }
    for (const filter of [{}, month(0), month(30), { ...month(30), cause: 'microtrade' }]) {
      const first = await ask(filter)
      const next = await ask({ ...filter, before: first.found.at(-1)?.id })
      const ids = [...first.found, ...next.found].map(({ id }) => id)
      expect([ids.length, new Set(ids).size]).toEqual([40, 40])
      expect(ids).toEqual(ids.toSorted().toReversed())
      expect([first.read, next.read].every((read) => read < 100)).toBe(true)
    }
    const one = await ask({ cause: 'microtrade', causeId: '700' })
    expect(one.found.map(({ causeId }) => causeId)).toEqual(['700'])
    expect(one.read).toBeLessThan(100)
    await platform.database.close()
    await fresh.drop()
  })
})
