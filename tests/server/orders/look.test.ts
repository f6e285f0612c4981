import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { kindsOf } from '../../../server/order-kind.ts'
import { lookDue } from '../../../server/orders/due.ts'
import { submit } from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { order, price } from '../microtrade/support.ts'

describeServer('orders: the search for due orders', (server) => {
  it('takes one statement for all kinds that ask at once, and another one later', async () => {
    let statements = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const db = server.platform.db.withPlugin(counting)
    const kinds = kindsOf(server.platform.modules)
    expect(kinds.length).toBeGreaterThan(5)
    const looks = await Promise.all(kinds.map((kind) => lookDue(db, kind)))
    expect(statements).toBe(1)
    expect(looks.filter(({ isSome }) => isSome)).toEqual([])
    for (const kind of kinds) await lookDue(db, kind)
    expect(statements).toBe(1 + kinds.length)
  })

  it('finds a due order of its own kind, by the record', async () => {
    const { platform } = server
    const { token } = await server.person()
    await price(server, '43000.00')
    const { id } = await server.ok(submit, order(), token)
    const look = () => Promise.all(['microtrades', 'swaps'].map((table) => lookDue(platform.db, { table })))
    const [{ upToMs } = { upToMs: 0 }] = await look()
    expect(upToMs).toBe(server.clock.now() - 1)
    const dueAt = (ms: number) =>
      platform.db
        .updateTable('microtrades')
        .set({ due_ms: BigInt(ms) })
        .where('id', '=', id)
        .execute()
    await dueAt(upToMs + 1)
    expect((await look()).map(({ isSome }) => isSome)).toEqual([false, false])
    await dueAt(upToMs)
    expect((await look()).map(({ isSome }) => isSome)).toEqual([true, false])
  })
})
