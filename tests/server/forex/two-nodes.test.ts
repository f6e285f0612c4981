import { expect, it } from 'vitest'
import { cancelForex, closeForex, submitForex } from '../../../server/forex/acts.ts'
import { forexKind } from '../../../server/forex/kind.ts'
import { openLotsOf, partsOf } from '../../../server/forex/order.ts'
import { checkLedger, grantPaper } from '../../../server/ledger/module.ts'
import { modules } from '../../../server/modules.ts'
import { dueWork, triggerWork } from '../../../server/orders/work.ts'
import { commitFor } from '../../../server/platform/unit/group.ts'
import { commit } from '../../../server/platform/unit/unit.ts'
import { describeOn } from '../describe-each.ts'
import { twoNodes } from '../kit/two-nodes.ts'
import { insertUser } from '../platform.ts'
import { position } from './support.ts'

const PEOPLE = 12
const never = () => false

describeOn({ on: ['postgres'] }, 'forex: lots that two nodes close at once', () => {
  it('are closed once: of two requests for a part one is accepted, and both nodes close its lots once', async () => {
    const { nodes, clock, tick, prices, end } = await twoNodes('EURUSD')
    const [one] = nodes
    const works = () => nodes.flatMap((node) => [triggerWork(node, [forexKind]), dueWork(node, forexKind)])
    const look = () => Promise.all(works().map((work) => work.run(never)))
    await tick(108_000n)
    const people = await commit(one, async (unit) => {
      const ids: string[] = []
      for (let index = 0; index < PEOPLE; index++) {
        ids.push(await insertUser(unit, `owner${index}`))
        await grantPaper(unit, ids.at(-1) ?? '')
      }
      return ids
    })
    const order = position({ type: 'market', stopLoss: '1.07500' }) as Parameters<typeof submitForex>[3]
    const placed = await Promise.all(
      people.map((id) => commitFor(one, id, (unit) => submitForex(unit, prices, id, order))),
    )
    await tick(108_000n)
    await look()
    clock.jump(1)
    const answers = await Promise.all(
      placed.map(({ id, user_id }) =>
        Promise.allSettled(
          nodes.map((node) =>
            commitFor(node, user_id, (unit) => closeForex(unit, prices, user_id, { id, lots: '0.06' })),
          ),
        ),
      ),
    )
    expect(answers.map((both) => both.filter(({ status }) => status === 'fulfilled').length)).toEqual(
      placed.map(() => 1),
    )
    await tick(108_100n)
    await Promise.all([look(), look()])
    await look()
    const rows = () => one.db.selectFrom('forex_positions').selectAll().orderBy('id').execute()
    expect((await rows()).map((row) => [row.state, openLotsOf(row), partsOf(row).length])).toEqual(
      placed.map(() => ['open.standing', 4n, 1]),
    )
    // The stop closes the rest, once.
    await tick(107_400n)
    await Promise.all([look(), look()])
    await look()
    expect((await rows()).map(({ cause }) => cause)).toEqual(placed.map(() => 'stopLoss'))
    const closings = await one.db
      .selectFrom('transfers')
      .select(['cause_id', 'step'])
      .where('cause', '=', 'forex')
      .where('step', 'in', ['settlePosition', 'settlePart 1'])
      .execute()
    expect(closings.map(({ cause_id, step }) => `${cause_id} ${step}`).sort()).toEqual(
      placed.flatMap(({ id }) => [`${id} settlePart 1`, `${id} settlePosition`]).sort(),
    )
    expect(await checkLedger(one.db, modules)).toEqual([])
    await end()
  })

  it('open once where they wait for a price, and only those cancelled before that tick are released', async () => {
    const { nodes, clock, tick, prices, end } = await twoNodes('EURUSD')
    const [one] = nodes
    const works = () => nodes.flatMap((node) => [triggerWork(node, [forexKind]), dueWork(node, forexKind)])
    const look = () => Promise.all(works().map((work) => work.run(never)))
    await tick(108_000n)
    const people = await commit(one, async (unit) => {
      const ids: string[] = []
      for (let index = 0; index < PEOPLE; index++) {
        ids.push(await insertUser(unit, `owner${index}`))
        await grantPaper(unit, ids.at(-1) ?? '')
      }
      return ids
    })
    const order = position({ type: 'limit', price: '1.07500' }) as Parameters<typeof submitForex>[3]
    const placed = await Promise.all(
      people.map((id, index) =>
        commitFor(nodes[index % 2 ? 1 : 0], id, (unit) => submitForex(unit, prices, id, order)),
      ),
    )
    const cancels = (those: typeof placed) =>
      Promise.allSettled(
        those.flatMap(({ id, user_id }) =>
          nodes.map((node) => commitFor(node, user_id, (unit) => cancelForex(unit, prices, user_id, { id }))),
        ),
      )
    clock.jump(1)
    const before = placed.filter((_, index) => index % 2)
    const answers = await cancels(before)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(before.length)
    await tick(108_000n)
    await look()
    await tick(107_400n)
    await Promise.all([look(), cancels(placed.filter((_, index) => !(index % 2))), look()])
    await tick(107_400n)
    await Promise.all([look(), look()])
    const rows = await one.db.selectFrom('forex_positions').selectAll().orderBy('id').execute()
    const states = placed.map(({ id }) => rows.find((row) => row.id === id)?.state)
    expect(states).toEqual(placed.map((_, index) => (index % 2 ? 'cancelled' : 'open.standing')))
    const openings = await one.db
      .selectFrom('transfers')
      .select(['cause_id', 'step'])
      .where('cause', '=', 'forex')
      .where('step', 'in', ['openPosition', 'releaseReserve'])
      .execute()
    expect(openings.map(({ cause_id, step }) => `${cause_id} ${step}`).sort()).toEqual(
      placed.map(({ id }, index) => `${id} ${index % 2 ? 'releaseReserve' : 'openPosition'}`).sort(),
    )
    expect(await checkLedger(one.db, modules)).toEqual([])
    await end()
  })
})
