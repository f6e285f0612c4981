import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/lever.ts'
import { describeServer } from '../harness.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, opened, ordered } from './support.ts'

describeServer('lever/dealall', (server) => {
  let token: string
  let other: string
  beforeEach(async () => {
    token = (await server.person()).token
    other = (await server.person()).token
    await price(server, '40000.00')
  })

  it('answers all that is live on every symbol, and what it comes to at the current prices', async () => {
    const long = await opened(server, token)
    const short = await opened(server, token, { direction: 'short', quantity: '0.05', leverage: 10 })
    const limit = await ordered(server, token, { type: 'limit', price: '39000', quantity: '0.01' })
    await ask(server, token, api.close, { id: (await opened(server, token, { quantity: '0.02' })).id })
    await hold(server, '40200.00', 2)
    const all = await server.ok(api.dealAll, {}, token)
    expect(all.orders.map(({ id }) => id)).toEqual([limit.id, short.id, long.id])
    // 20 of the long, less 10 of the short.
    expect(all).toMatchObject({ currency: 'USDT', margin: '400.000000', reserve: '19.695000', profit: '10.000000' })
    expect(await server.ok(api.dealAll, {}, other)).toMatchObject({ orders: [], profit: '0.000000' })
  })
})
