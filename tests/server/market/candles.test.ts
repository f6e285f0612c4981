import { expect, it } from 'vitest'
import { candles, timeshar, whkdata } from '../../../src/api/market/market.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('market/candles', (server) => {
  it('returns the same candles to a guest as the calls with a token', async () => {
    const { token } = await server.person()
    server.tick('BTCUSDT', '43000.00')
    server.tick('XAUUSD', '2300.00')
    await server.clock.advance(60_000)
    server.tick('BTCUSDT', '43100.00')
    for (const [call, symbol] of [
      [timeshar, 'BTCUSDT'],
      [whkdata, 'XAUUSD'],
    ] as const) {
      const page = { symbol, interval: '1m' }
      const bars = await server.ok(candles, page)
      expect(bars).not.toEqual([])
      expect(bars).toEqual(await server.ok(call, page, token))
    }
  })

  it('pages: at most a limit, before a time', async () => {
    const page = { symbol: 'BTCUSDT', interval: '1m', limit: 1 }
    const [newest = [0]] = await server.ok(candles, page)
    const [older = [0]] = await server.ok(candles, { ...page, before: newest[0] })
    expect(older[0]).toBe(newest[0] - 60)
  })

  it('refuses an unknown symbol, and invalid parameters', async () => {
    const good = { symbol: 'BTCUSDT', interval: '1h' }
    expect(await server.call(candles, { ...good, symbol: 'NOSUCH' })).toMatchObject({ key: 'pairNotFound', http: 404 })
    expect(await server.call(candles, { symbol: 'BTCUSDT' })).toMatchObject({ key: 'missingParameters' })
    for (const bad of [{ interval: 'tick' }, { limit: 1_001 }, { before: -1 }]) {
      expect(await server.call(candles, { ...good, ...bad })).toMatchObject({ key: 'parameterError', http: 422 })
    }
  })
})
