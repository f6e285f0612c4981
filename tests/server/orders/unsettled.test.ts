import { expect, it } from 'vitest'
import { microtradeKind } from '../../../server/microtrade/kind.ts'
import { unsettledOf } from '../../../server/orders/module.ts'
import { countLive } from '../../../server/orders/table.ts'
import * as api from '../../../src/api/trade/microtrade.ts'
import { describeServer } from '../harness.ts'
import { copyOrder } from '../kit/copies.ts'
import { LEAST_STAKE, order, price } from '../microtrade/support.ts'

describeServer('unsettled orders', (server) => {
  it('are counted up to a limit, with the due ones and the oldest due time', async () => {
    const { token } = await server.person()
    const { db } = server.platform
    const now = server.clock.now()
    expect(await unsettledOf(db, microtradeKind, now)).toEqual({ live: 0n, due: 0n, oldestDueMs: null })
    await price(server, '43000.00')
    for (let each = 0; each < 4; each++) await server.ok(api.submit, order({ amount: LEAST_STAKE }), token)
    const { due_ms: due } = await db
      .selectFrom('microtrades')
      .select('due_ms')
      .orderBy('due_ms')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(await unsettledOf(db, microtradeKind, Number(due) - 1)).toEqual({ live: 4n, due: 0n, oldestDueMs: null })
    expect(await unsettledOf(db, microtradeKind, Number(due))).toEqual({ live: 4n, due: 4n, oldestDueMs: due })
    expect(await unsettledOf(db, microtradeKind, Number(due), 2)).toEqual({ live: 3n, due: 3n, oldestDueMs: due })
    expect([await countLive(db, microtradeKind), await countLive(db, microtradeKind, 2)]).toEqual([4, 3])
    const oldest = db.selectFrom('microtrades').select('id').orderBy('id').limit(1)
    const ended = { state: 'unexpected', settled_ms: due, due_ms: null, payout: 0n } as const
    await db.updateTable('microtrades').set(ended).where('id', '=', oldest).execute()
    expect(await countLive(db, microtradeKind)).toBe(3)
  })
})

describeServer.onSqlite('unsettled orders, very many', (server) => {
  it('are counted up to one more than 10,000', async () => {
    const { token } = await server.person()
    const { db, clock } = server.platform
    await price(server, '43000.00')
    const { id } = await server.ok(api.submit, order({ amount: LEAST_STAKE }), token)
    await copyOrder(server.platform, microtradeKind, id, 10_001)
    expect(await countLive(db, microtradeKind)).toBe(10_001)
    const later = clock.now() + 3_600_000
    expect(await unsettledOf(db, microtradeKind, later)).toMatchObject({ live: 10_001n, due: 10_001n })
  })
})
