import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/forex.ts'
import { forexPairs, LOT_UNIT, STOP_OUT_BPS } from '../../../src/rules/forex/pairs.ts'
import { describeServer } from '../harness.ts'
import { hold, price } from '../microtrade/support.ts'
import { closes, opened, trader } from './support.ts'

describeServer.onSqlite('forex/pair', (server) => {
  it('returns the terms of each pair and metal, its prices, and its own live positions', async () => {
    const { token } = await trader(server)
    for (const { symbol, swap, spread } of forexPairs) {
      expect(await server.ok(api.pair, { symbol }, token)).toMatchObject({
        ...{ symbol, swap, spread, available: '10000.000000', unit: LOT_UNIT, stopOutBps: STOP_OUT_BPS, orders: [] },
      })
    }
    await price(server, '1.25000', 'GBPUSD')
    await price(server, '0.86000', 'EURGBP')
    expect(await server.ok(api.pair, { symbol: 'EURGBP' }, token)).toMatchObject({
      ...{ via: 'GBPUSD', rate: '1.25000', price: '0.86000', closed: null },
    })
    const [live, ended] = [await opened(server, token), await opened(server, token)]
    await closes(server, token, ended.id)
    await hold(server, '1.08000', 2, 'EURUSD')
    expect((await server.ok(api.pair, { symbol: 'EURUSD' }, token)).orders).toEqual([live])
    expect((await server.ok(api.pair, { symbol: 'GBPUSD' }, token)).orders).toEqual([])
    expect(await server.call(api.pair, { symbol: 'NOTHING' }, token)).toMatchObject({ key: 'pairNotFound' })
    await price(server, '40000.00')
    expect(await server.call(api.pair, { symbol: 'BTCUSDT' }, token)).toMatchObject({ key: 'pairNotActivated' })
  })
})
