import { expect, it } from 'vitest'
import { checkLedger, grantPaper } from '../../../server/ledger/module.ts'
import { closeLever } from '../../../server/lever/acts.ts'
import { leverKind } from '../../../server/lever/kind.ts'
import { fillsOf } from '../../../server/lever/order.ts'
import { submitLever } from '../../../server/lever/submit.ts'
import { modules } from '../../../server/modules.ts'
import { dueWork, triggerWork } from '../../../server/orders/work.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { describeOn } from '../describe-each.ts'
import { twoNodes } from '../kit/two-nodes.ts'
import { insertUser } from '../platform.ts'
import { contract } from './support.ts'

const PEOPLE = 24
const never = () => false

describeOn({ on: ['postgres'] }, 'positions that two nodes look at at once', () => {
  it('close once with one cause each, when a liquidation, a stop and a request coincide', async () => {
    const { nodes, clock, tick, prices, end } = await twoNodes('BTCUSDT')
    const [one] = nodes
    const works = () => nodes.flatMap((node) => [triggerWork(node, [leverKind]), dueWork(node, leverKind)])
    const look = () => Promise.all(works().map((work) => work.run(never)))
    await tick(4_000_000n)
    const people = await commit(one, async (unit) => {
      const ids: string[] = []
      for (let index = 0; index < PEOPLE; index++) {
        ids.push(await insertUser(unit, `owner${index}`))
        await grantPaper(unit, ids.at(-1) ?? '')
      }
      return ids
    })
    const placed = await Promise.all(
      people.map((userId, index) =>
        commitFor(nodes[index % 2 ? 1 : 0], userId, (unit) => {
          const terms = { leverage: index % 2 ? 20 : 10, stopLoss: '38300' }
          return submitLever(unit, prices, userId, contract(terms) as Parameters<typeof submitLever>[3])
        }),
      ),
    )
    await tick(4_000_000n)
    await look()
    // Once everybody has seen that tick. Half of them ask to close before the next, on the node that they did not order on.
    clock.jump(1)
    const asked = placed.filter((_, index) => index % 4 < 2)
    await Promise.all(
      asked.map(({ id, user_id }, index) =>
        commitFor(nodes[index % 2 ? 0 : 1], user_id, (unit) => closeLever(unit, prices, user_id, { id })),
      ),
    )
    // 20 times are liquidated there; 10 times are stopped out, or closed on request.
    await tick(3_800_000n)
    await Promise.all([look(), look()])
    await look()
    const orders = await one.db.selectFrom('levers').selectAll().orderBy('id').execute()
    const causes = placed.map(({ id }) => {
      const order = orders.find((each) => each.id === id)
      return order && [order.cause, fillsOf(order).length, order.quantity]
    })
    expect(causes).toEqual(
      placed.map((_, index) => [index % 2 ? 'liquidation' : index % 4 < 2 ? 'user' : 'stopLoss', 1, 0n]),
    )
    const closings = await one.db
      .selectFrom('transfers')
      .select(['cause_id', 'step'])
      .where('cause', '=', 'lever')
      .where('step', 'in', ['settlePosition', 'liquidatePosition', 'settlePart 1'])
      .execute()
    expect(closings.map(({ cause_id }) => cause_id).sort()).toEqual(placed.map(({ id }) => id).sort())
    expect(await checkLedger(one.db, modules)).toEqual([])
    await end()
  })
})
