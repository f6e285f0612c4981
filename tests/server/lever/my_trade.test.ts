import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { describeServer } from '../harness.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, opened, ordered } from './support.ts'

describeServer.onSqlite('lever/my_trade', (server) => {
  let token: string
  let other: string
  beforeEach(async () => {
    token = (await server.person()).token
    other = (await server.person()).token
    await price(server, '40000.00')
  })

  it('returns the user’s own live and ended ones, newest first, in pages', async () => {
    const first = await opened(server, token)
    await ask(server, token, api.close, { id: first.id })
    await hold(server, '40000.00', 2)
    const second = await ordered(server, token, { type: 'limit', price: '39000' })
    const ids = async (input: Record<string, unknown>) =>
      (await server.ok(api.myTrade, input, token)).map(({ id }) => id)
    expect(await ids({})).toEqual([second.id, first.id])
    expect([await ids({ list: 0 }), await ids({ list: 1 })]).toEqual([[second.id], [first.id]])
    expect([await ids({ limit: 1 }), await ids({ before: second.id })]).toEqual([[second.id], [first.id]])
    expect(await ids({ symbol: 'ETHUSDT' })).toEqual([])
    expect(await server.ok(api.myTrade, {}, other)).toEqual([])
  })
})
