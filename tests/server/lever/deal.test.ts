import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/lever.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { opened, ordered } from './support.ts'

describeServer('lever/deal', (server) => {
  let token: string
  let other: string
  beforeEach(async () => {
    token = (await server.person()).token
    other = (await server.person()).token
    await price(server, '40000.00')
  })

  it('answers what the form of one symbol needs, with what is live on that symbol alone', async () => {
    const { id } = await opened(server, token)
    await price(server, '2000.00', 'ETHUSDT')
    await ordered(server, token, { symbol: 'ETHUSDT', quantity: '1' })
    const { orders, ...deal } = await server.ok(api.deal, { symbol: 'BTCUSDT' }, token)
    expect(orders.map((order) => order.id)).toEqual([id])
    expect(deal).toMatchObject({
      ...{
        symbol: 'BTCUSDT',
        currency: 'USDT',
        price: '40000.00',
        unit: '0.0001',
        max: '20',
        feeBps: 5,
        closed: null,
      },
      ...{ headroomBps: 100, leverages: [1, 2, 3, 5, 10, 20, 50], available: '9695.990000' },
    })
    expect(deal.tiers[0]).toEqual({ upTo: '50000', leverageMax: 50, maintenanceBps: 50 })
    expect((await server.ok(api.deal, { symbol: 'BTCUSDT' }, other)).orders).toEqual([])
    expect(await server.call(api.deal, { symbol: 'USDJPY' }, token)).toMatchObject({ key: 'pairNotActivated' })
  })
})
