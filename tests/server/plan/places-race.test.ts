import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { grantPaper } from '../../../server/ledger/module.ts'
import { join } from '../../../server/plan/join.ts'
import { openPlans } from '../../../server/plan/plans.ts'
import { systemRandom } from '../../../server/platform/random.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { planTiers } from '../../../src/rules/plan/plan.ts'
import { freshDatabase } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { createManualClock } from '../manual-clock.ts'
import { insertUser, MONDAY_NOON, makePlatform } from '../platform.ts'
import { requestId } from './support.ts'

const PEOPLE = 24

describeOn({ on: ['postgres'] }, 'orders of several plans that are made at once on two nodes', (kind) => {
  it('do not deadlock', async () => {
    const fresh = await freshDatabase(kind)
    const clock = createManualClock(MONDAY_NOON, async () => {})
    const nodes = [
      await makePlatform(fresh.database, { clock }),
      await makePlatform(await fresh.reopen(), { clock, random: systemRandom }),
    ] as const
    const [one, other] = nodes
    const people = await commit(one, async (unit) => {
      const ids: string[] = []
      for (let index = 0; index < PEOPLE; index++) {
        const id = await insertUser(unit, `host${index}`)
        await grantPaper(unit, id)
        ids.push(id)
      }
      return ids
    })
    const [low, high] = await openPlans(one)
    const wanted = [
      { pid: low?.id ?? '', amount: planTiers[0]?.min ?? '' },
      { pid: high?.id ?? '', amount: planTiers[1]?.min ?? '' },
    ] as const
    for (let round = 0; round < 2; round++) {
      await Promise.all(
        people.map((userId, index) => {
          // The nodes take them in opposite order.
          const { pid, amount } = wanted[((index + (index >> 1) + round) % 2) as 0 | 1]
          return commitFor(nodes[(index % 2) as 0 | 1], userId, (unit) =>
            join(unit, userId, { requestId: requestId(), pid, amount }),
          )
        }),
      )
    }
    const { rows } = await sql<{
      deadlocks: bigint
    }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(one.db)
    expect(rows).toEqual([{ deadlocks: 0n }])
    const taken = await one.db.selectFrom('plans').select('participants').where('participants', '>', 0n).execute()
    expect(taken).toEqual([{ participants: BigInt(PEOPLE) }, { participants: BigInt(PEOPLE) }])
    await other.database.close()
    await one.database.close()
    await fresh.drop()
  })
})
