import { expect, it } from 'vitest'
import { messages } from '../../../src/api/account/user.ts'
import { priceAlerts, removePriceAlert, setPriceAlert } from '../../../src/api/market/price-alerts.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('market/alert_remove', (server) => {
  const moveTo = async (price: string) => {
    server.tick('BTCUSDT', price)
    await server.clock.advance(1_000)
  }
  const set = (token: string, price: string) =>
    server.ok(setPriceAlert, { symbol: 'BTCUSDT', side: 'above', price }, token)

  it('removes a waiting alert, and has the same result when repeated', async () => {
    const { token } = await server.person()
    await moveTo('100.00')
    const { id } = await set(token, '110.00')
    const removed = await server.ok(removePriceAlert, { id }, token)
    expect(removed).toMatchObject({ id, state: 'removed', fired: null })
    expect(await server.ok(removePriceAlert, { id }, token)).toEqual(removed)
    await moveTo('111.00')
    expect(await server.ok(priceAlerts, {}, token)).toEqual([])
    expect((await server.ok(messages, {}, token)).messages).toEqual([])
  })

  it('returns a fired alert unchanged, and finds only the user’s own', async () => {
    const [{ token }, other] = [await server.person(), await server.person()]
    await moveTo('100.00')
    const { id } = await set(token, '110.00')
    await moveTo('112.00')
    expect(await server.ok(removePriceAlert, { id }, token)).toMatchObject({
      state: 'fired',
      fired: { price: '112.00' },
    })
    expect(await server.call(removePriceAlert, { id }, other.token)).toMatchObject({ http: 404, key: 'dataNotFound' })
    expect(await server.call(removePriceAlert, { id })).toMatchObject({ http: 401, type: 999 })
  })
})
