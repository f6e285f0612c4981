import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { grantPaper } from '../../../server/ledger/module.ts'
import { systemRandom } from '../../../server/platform/random.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { cancel, place } from '../../../server/savings/place.ts'
import { savingsProducts } from '../../../src/rules/savings/savings.ts'
import { freshDatabase } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { createManualClock } from '../manual-clock.ts'
import { insertUser, MONDAY_NOON, makePlatform } from '../platform.ts'
import { requestId, wanted } from './support.ts'

describeOn(
  { on: ['postgres'] },
  'fixed-term deposits of several products that are made at once on two nodes',
  (kind) => {
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
        for (let index = 0; index < 8; index++) {
          const id = await insertUser(unit, `saver${index}`)
          await grantPaper(unit, id)
          ids.push(id)
        }
        return ids
      })
      const products = savingsProducts.map(({ id }) => id)
      for (let round = 0; round < 5; round++) {
        const placed = await Promise.all(
          people.map(async (userId, index) => {
            const node = nodes[index % 2] ?? one
            const order = index % 2 === 0 ? products : products.toReversed()
            const product = order[(index >> 1) % order.length] ?? ''
            return {
              userId,
              node,
              ...(await commitFor(node, userId, (unit) =>
                place(unit, userId, { ...wanted({ product, amount: '500' }), renew: false }),
              )),
            }
          }),
        )
        await Promise.all(
          placed.map(({ id, userId, node }) =>
            commitFor(node, userId, (unit) => cancel(unit, userId, { requestId: requestId(), id })),
          ),
        )
      }
      const { rows } = await sql<{
        deadlocks: bigint
      }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(one.db)
      expect(rows).toEqual([{ deadlocks: 0n }])
      await other.database.close()
      await one.database.close()
      await fresh.drop()
    })
  },
)
