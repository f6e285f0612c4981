import { beforeEach, expect, it } from 'vitest'
import { createRetention, TICKS_KEPT_MS } from '../../../server/market/retention.ts'
import * as api from '../../../src/api/trade/lever.ts'
import { describeServer } from '../harness.ts'
import { createInvariants } from '../invariants.ts'
import { hold } from '../microtrade/support.ts'
import { ask, byId, opened } from './support.ts'

describeServer.onSqlite('the record of a position', (server) => {
  let token: string
  beforeEach(async () => {
    token = (await server.person()).token
  })

  const now = (id: string) => byId(server, token, id)
  const asked = async (call: Parameters<typeof ask>[2], input: Record<string, unknown>) =>
    expect(await ask(server, token, call, input)).toMatchObject({ type: 'ok' })

  it('keeps the ticks that decided on the record, and the others no longer than without it', async () => {
    const { id } = await opened(server, token, { takeProfit: '40500' })
    await hold(server, '40000.00', 40)
    await asked(api.close, { id, quantity: '0.05' })
    await hold(server, '40100.00', 2)
    await hold(server, '40600.00', 2)
    const { openTick, fills } = await now(id)
    const seqs = [openTick?.seq, ...fills.map(({ tick }) => tick.seq)]
    expect(seqs).toHaveLength(3)
    const ticks = () => server.platform.db.selectFrom('ticks').select('seq').where('symbol', '=', 'BTCUSDT').execute()
    const before = (await ticks()).length
    await createRetention(server.platform.db, server.platform.modules).ticks(server.clock.now() + TICKS_KEPT_MS)
    const kept = (await ticks()).map(({ seq }) => Number(seq))
    for (const seq of seqs) expect(kept).toContain(seq)
    expect(kept.length).toBeLessThan(before - 20)
  })

  it('is decided identically after a restart, including prices reached meanwhile', async () => {
    const invariants = createInvariants()
    const { id } = await opened(server, token, { stopLoss: '39000' })
    await asked(api.addMargin, { id, amount: '20' })
    await hold(server, '40000.00', 2)
    server.tick('BTCUSDT', '38500.00')
    await server.clock.advance(1_000)
    await server.restart()
    await hold(server, '41000.00', 2)
    expect(await now(id)).toMatchObject({ state: 'lost', cause: 'stopLoss', fills: [{ tick: { price: '38500.00' } }] })
    expect(await invariants.check(server.platform.db)).toEqual([])
    expect(await server.ledger()).toEqual([])
  })
})
