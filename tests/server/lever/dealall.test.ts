import { beforeEach, expect, it } from 'vitest'
import * as api from '../../../src/api/trade/lever.ts'
import { LIVE_MAX } from '../../../src/rules/orders/order-list.ts'
import { describeServer } from '../harness.ts'
import { hold, price } from '../microtrade/support.ts'
import { ask, BTC, opened, ordered, position, usdt } from './support.ts'

describeServer.onSqlite('lever/dealall', (server) => {
  let token: string
  let other: string
  beforeEach(async () => {
    token = (await server.person()).token
    other = (await server.person()).token
    await price(server, '40000.00')
  })

  it('returns all live contracts, and their result at current prices', async () => {
    const long = await opened(server, token)
    const short = await opened(server, token, { direction: 'short', quantity: '0.05', leverage: 10 })
    const limit = await ordered(server, token, { type: 'limit', price: '39000', quantity: '0.01' })
    await ask(server, token, api.close, { id: (await opened(server, token, { quantity: '0.02' })).id })
    await hold(server, '40200.00', 2)
    const all = await server.ok(api.dealAll, {}, token)
    expect(all.orders.map(({ id }) => id)).toEqual([limit.id, short.id, long.id])
    const reserve = usdt(position({ quantity: '0.01' }, '39000.00').paid)
    // 20 of the long, less 10 of the short.
    expect(all).toMatchObject({ currency: 'USDT', margin: '400.000000', reserve, profit: '10.000000' })
    expect(await server.ok(api.dealAll, {}, other)).toMatchObject({ orders: [], profit: '0.000000' })
  })

  it('sums and charges for all contracts beyond those it returns, and pages the older ones', async () => {
    const least = { quantity: BTC.unit }
    const oldest = await opened(server, token, least)
    const others = []
    for (let made = 0; made < LIVE_MAX; made += 1) {
      others.push(await ordered(server, token, { type: 'limit', price: '39000', ...least }))
    }
    const newest = others.map(({ id }) => id).reverse()
    const all = await server.ok(api.dealAll, {}, token)
    expect(all.orders.map(({ id }) => id)).toEqual(newest)
    const reserve = others.reduce((sum, order) => sum + Number(order.reserve), 0)
    expect(all).toMatchObject({ margin: oldest.margin, reserve: reserve.toFixed(6) })
    const deal = await server.ok(api.deal, { symbol: 'BTCUSDT' }, token)
    expect(deal.orders.map(({ id }) => id)).toEqual(newest)
    const exposure = (Number(BTC.unit) * (40_000 + LIVE_MAX * 39_000)).toFixed(6)
    expect(deal.exposure).toBe(exposure)
    const rest = await server.ok(api.myTrade, { list: 0, before: deal.orders.at(-1)?.id }, token)
    expect(rest.map(({ id }) => id)).toEqual([oldest.id])
    const asked = {
      symbol: 'BTCUSDT',
      direction: 'long',
      type: 'limit',
      price: '39000',
      ...least,
      leverage: 5,
    }
    const { summary } = await server.ok(api.preview, asked, token)
    expect(summary).toMatchObject({ exposure })
  })
})
