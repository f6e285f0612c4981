import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { HEADROOM_BPS, LEVER_FEE_BPS, leverages } from '../../../src/rules/lever/terms.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { BTC, cents, opened, ordered, PAPER, position, usdt, withHeadroom } from './support.ts'

describeServer.onSqlite('lever/deal', (server) => {
  let token: string
  let other: string
  beforeEach(async () => {
    token = (await server.person()).token
    other = (await server.person()).token
    await price(server, '40000.00')
  })

  it('returns the data of one symbol’s form, with only that symbol’s live contracts', async () => {
    const { id } = await opened(server, token)
    await price(server, '2000.00', 'ETHUSDT')
    await ordered(server, token, { symbol: 'ETHUSDT', quantity: '1' })
    const { orders, ...deal } = await server.ok(api.deal, { symbol: 'BTCUSDT' }, token)
    expect(orders.map((order) => order.id)).toEqual([id])
    const held = position({ symbol: 'ETHUSDT', quantity: '1' }, cents(withHeadroom('2000.00', 'ETHUSDT'))).paid
    expect(deal).toMatchObject({
      ...{ symbol: 'BTCUSDT', currency: 'USDT', price: '40000.00', closed: null },
      ...{ unit: BTC.unit, max: BTC.max, tiers: BTC.tiers, feeBps: LEVER_FEE_BPS },
      ...{ headroomBps: HEADROOM_BPS, leverages: [...leverages], available: usdt(PAPER - position().paid - held) },
    })
    expect((await server.ok(api.deal, { symbol: 'BTCUSDT' }, other)).orders).toEqual([])
    expect(await server.call(api.deal, { symbol: 'USDJPY' }, token)).toMatchObject({ key: 'pairNotActivated' })
  })
})
