import { expect, it } from 'vitest'
import { checkLedger, grantPaper } from '../../../server/ledger/module.ts'
import { approval, loanKind } from '../../../server/loan/kind.ts'
import { buy, type Prices } from '../../../server/microtrade/buy.ts'
import { modules } from '../../../server/modules.ts'
import { moveOrder, placeOrder } from '../../../server/orders/module.ts'
import { systemRandom } from '../../../server/platform/random.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { freshDatabase } from '../databases.ts'
import { describeOn } from '../describe-each.ts'
import { createManualClock } from '../manual-clock.ts'
import { LEAST_STAKE, order } from '../microtrade/support.ts'
import { insertUser, MONDAY_NOON, makePlatform, testConfig } from '../platform.ts'
import { drainTo, loanOf } from './support.ts'

describeOn({ on: ['postgres'] }, 'a loan that must stay covered, on two nodes', () => {
  it('stays covered after concurrent orders on both nodes: together they use only available money', async () => {
    const fresh = await freshDatabase('postgres')
    const clock = createManualClock(MONDAY_NOON, async () => {})
    const of = { clock, config: testConfig() }
    const one = await makePlatform(fresh.database, of)
    const nodes = [one, await makePlatform(await fresh.reopen(), { ...of, random: systemRandom })]
    const prices: Prices = { has: () => true, state: () => 'live', last: () => ({ time: clock.now() }), delayMs: 0 }
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        commit(one, async (unit) => {
          const userId = await insertUser(unit, `borrower${index}`)
          await grantPaper(unit, userId)
          const applied = await placeOrder(unit, loanKind, loanOf(unit, userId))
          await moveOrder(unit, loanKind, applied, approval(applied, clock.now()))
          // A loan of 10,000 for a week grows to at most 10,075: 25 may be lost.
          await drainTo(unit, userId, '10100')
          return userId
        }),
      ),
    )
    const bought = await Promise.allSettled(
      people.flatMap((userId) =>
        Array.from({ length: 6 }, (_, index) =>
          commitFor(nodes[index % 2] ?? one, userId, (unit) =>
            buy(unit, prices, userId, 'crypto', order({ amount: LEAST_STAKE }) as Parameters<typeof buy>[4]),
          ),
        ),
      ),
    )
    const refused = bought.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.key)] : []))
    expect(new Set(refused)).toEqual(new Set(['loanNotCovered']))
    const placed = await one.db.selectFrom('microtrades').select('user_id').execute()
    expect(people.map((userId) => placed.filter(({ user_id }) => user_id === userId).length)).toEqual(
      people.map(() => 2),
    )
    expect(await checkLedger(one.db, modules)).toEqual([])
    await nodes[1]?.database.close()
    await one.database.close()
    await fresh.drop()
  })
})
