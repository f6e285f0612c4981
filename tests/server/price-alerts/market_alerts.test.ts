import { expect, it } from 'vitest'
import { priceAlerts, setPriceAlert } from '../../../src/api/market/price-alerts.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('market/alerts', (server) => {
  it('lists the user’s own, newest first, in pages and by market', async () => {
    const [{ token }, other] = [await server.person(), await server.person()]
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) server.tick(symbol, '100.00')
    await server.clock.advance(1_000)
    const set = (symbol: string, price: string) =>
      server.ok(setPriceAlert, { symbol, side: 'above', price }, token).then(({ id }) => id)
    const ids = [await set('BTCUSDT', '101'), await set('ETHUSDT', '102'), await set('BTCUSDT', '103')]
    const listed = async (input: Record<string, unknown> = {}) =>
      (await server.ok(priceAlerts, input, token)).map(({ id }) => id)
    expect(await listed()).toEqual(ids.toReversed())
    expect(await listed({ limit: 1, before: ids[2] })).toEqual([ids[1]])
    expect(await listed({ symbol: 'BTCUSDT' })).toEqual([ids[2], ids[0]])
    expect(await server.ok(priceAlerts, {}, other.token)).toEqual([])
    expect(await server.call(priceAlerts)).toMatchObject({ http: 401, type: 999 })
  })
})
