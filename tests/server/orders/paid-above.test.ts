import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { grantPaper } from '../../../server/ledger/module.ts'
import { dueWork } from '../../../server/orders/work.ts'
import { join } from '../../../server/plan/join.ts'
import { planKind } from '../../../server/plan/kind.ts'
import { openPlans, planWork } from '../../../server/plan/plans.ts'
import type { Platform } from '../../../server/platform/context.ts'
import type { Tables } from '../../../server/platform/database/tables.ts'
import { systemRandom } from '../../../server/platform/random.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { savingsKind } from '../../../server/savings/kind.ts'
import { place } from '../../../server/savings/place.ts'
import { freshDatabase } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { createInvariants } from '../invariants.ts'
import { createManualClock } from '../manual-clock.ts'
import { requestId } from '../microtrade/support.ts'
import { insertUser, MONDAY_NOON, makePlatform, testConfig } from '../platform.ts'

const DAY_MS = 60_000
const REVIEW_MS = 1_000
const PEOPLE = 12

/** Two nodes over one database, on which each of some people was invited by the next. */
async function twoNodes(people: number) {
  const fresh = await freshDatabase('postgres')
  const clock = createManualClock(MONDAY_NOON, async () => {})
  const config = testConfig({ PAPER_DAY_SECONDS: '60', REVIEW_SECONDS: '1' })
  const one = await makePlatform(fresh.database, { clock, config })
  const other = await makePlatform(await fresh.reopen(), { clock, config, random: systemRandom })
  const ids = await commit(one, async (unit) => {
    const all: string[] = []
    for (let index = 0; index < people; index++) {
      const id = await insertUser(unit, `link${index}`)
      await grantPaper(unit, id)
      if (index > 0)
        await unit.tx
          .updateTable('users')
          .set({ inviter_id: id })
          .where('id', '=', all.at(-1) ?? '')
          .execute()
      all.push(id)
    }
    return all
  })
  /** Lets time pass; the record is complete up to it. */
  const pass = async (ms: number) => {
    clock.jump(ms)
    const complete_ms = BigInt(clock.now())
    await one.db
      .insertInto('record')
      .values({ id: 1n, complete_ms, examined_ms: complete_ms, term: 1n, source: 'test', since_ms: 0n })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ complete_ms }))
      .execute()
  }
  const deadlocks = async () => {
    const { rows } = await sql<{
      deadlocks: bigint
    }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(one.db)
    return rows[0]?.deadlocks
  }
  const end = async () => {
    await other.database.close()
    await one.database.close()
    await fresh.drop()
  }
  return { nodes: [one, other] as const, ids, pass, deadlocks, end }
}

const save = (platform: Platform, userId: string) =>
  commitFor(platform, userId, (unit) =>
    place(unit, userId, { requestId: requestId(), product: 'USDT-7', amount: '1000', renew: false }),
  )

/** Violated invariants, except for missing stored answers, since there was no call. */
const broken = async ({ db }: Platform) =>
  (await createInvariants().check(db)).filter((line) => !line.startsWith('requests:'))

/** Locks a user, as any act for them does. */
const lock = (tx: Kysely<Tables>, id: string) =>
  tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()

const waiting = sql<{ count: bigint }>`select count(*) as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

describeOn({ on: ['postgres'] }, 'orders whose income others have a share of, on two nodes', () => {
  it('are left to the next run while an inviter is locked', async () => {
    const { nodes, ids, pass, deadlocks, end } = await twoNodes(2)
    const [one, other] = nodes
    const [saver = '', inviter = ''] = ids
    await save(one, saver)
    await pass(7 * DAY_MS)
    const work = dueWork(one, savingsKind)
    const state = { over: false }
    const running = other.db.transaction().execute(async (tx) => {
      await lock(tx, inviter)
      const run = work
        .run(() => false)
        .finally(() => {
          state.over = true
        })
      while (!state.over && (await waiting.execute(other.db)).rows[0]?.count === 0n);
      await lock(tx, saver)
      return { run }
    })
    const { run } = await running
    expect([await run, await work.run(() => false)]).toEqual([0, 1])
    expect(await deadlocks()).toBe(0n)
    expect(await broken(one)).toEqual([])
    await end()
  })

  it('are each executed once, while their users continue to act', async () => {
    const { nodes, ids, pass, deadlocks, end } = await twoNodes(PEOPLE)
    const [one] = nodes
    const [plan] = await openPlans(one)
    await Promise.all(ids.map((id) => save(one, id)))
    await Promise.all(
      ids.map((id) =>
        commitFor(one, id, (unit) => join(unit, id, { requestId: requestId(), pid: plan?.id ?? '', amount: '500' })),
      ),
    )
    const works = nodes.flatMap((node) => [dueWork(node, savingsKind), dueWork(node, planKind), planWork(node)])
    const settled = async () => {
      // A referrer who acts during a pass is left to the next pass.
      for (let look = 0; look < 20; look++) {
        const did = await Promise.all([
          ...works.map((work) => work.run(() => false)),
          ...ids.toReversed().map((id) => commitFor(nodes[look % 2 ? 1 : 0], id, async () => 0)),
        ])
        if (did.every((count) => count === 0) && look > 2) return
      }
    }
    await pass(REVIEW_MS)
    await settled()
    for (let day = 0; day < 8; day++) {
      await pass(DAY_MS)
      await settled()
    }
    const { states } = await one.db
      .selectFrom('savings')
      .select(({ fn }) => fn.countAll<bigint>().as('states'))
      .where('state', '=', 'matured')
      .executeTakeFirstOrThrow()
    const plans = await one.db.selectFrom('plan_orders').select(['state', 'first_day', 'next_day']).execute()
    expect(states).toBe(BigInt(PEOPLE))
    expect(plans.map(({ state }) => state)).toEqual(ids.map(() => 'ended'))
    expect(plans.map(({ first_day, next_day }) => Number(next_day) - Number(first_day))).toEqual(ids.map(() => 2))
    expect(await deadlocks()).toBe(0n)
    expect(await broken(one)).toEqual([])
    await end()
  })
})
