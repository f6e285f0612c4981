import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/spot.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { after, limit, ordered } from './support.ts'

describeServer.onSqlite('coin/list', (server) => {
  it('returns the user’s own live and ended ones, newest first, in pages', async () => {
    const { token } = await server.person()
    const other = (await server.person()).token
    await price(server, '40000.00')
    const first = await ordered(server, token)
    await after(server, token, first.id, '40000.00')
    const second = await ordered(server, token, limit('39000'))
    const ids = async (input: Record<string, unknown>) => (await server.ok(api.list, input, token)).map(({ id }) => id)
    expect(await ids({})).toEqual([second.id, first.id])
    expect([await ids({ list: 0 }), await ids({ list: 1 })]).toEqual([[second.id], [first.id]])
    expect([await ids({ limit: 1 }), await ids({ before: second.id })]).toEqual([[second.id], [first.id]])
    expect(await ids({ symbol: 'ETHUSDT' })).toEqual([])
    expect(await server.ok(api.list, {}, other)).toEqual([])
  })
})
