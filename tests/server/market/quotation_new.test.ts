import { expect, it } from 'vitest'
import { simulatedSource } from '../../../server/market/module.ts'
import { quotation } from '../../../src/api/market/market.ts'
import { instruments } from '../../../src/rules/market/instruments.ts'
import { describeServer } from '../harness.ts'

describeServer.onSqlite('currency/quotation_new', (server) => {
  it('returns every quote, in list order, without a token', async () => {
    const { quotes } = await server.ok(quotation)
    expect(quotes.map(({ symbol }) => symbol)).toEqual(instruments.map(({ symbol }) => symbol))
  })

  it('returns the price source', async () => {
    expect((await server.ok(quotation)).source).toBe('test')
    expect(simulatedSource('quoin').name).toBe('simulated')
  })

  it('returns the newest displayed price, with its number and 24-hour figures', async () => {
    server.tick('BTCUSDT', '43000.00')
    await server.clock.advance(100)
    server.tick('BTCUSDT', '43500.00')
    await server.clock.advance(100)
    const { time, quotes } = await server.ok(quotation)
    expect(time).toBe(server.clock.now())
    expect(quotes.find(({ symbol }) => symbol === 'BTCUSDT')).toMatchObject({
      seq: 2,
      price: '43500.00',
      state: 'live',
      open24h: '43000.00',
      high24h: '43500.00',
      low24h: '43000.00',
      spark: ['43500.00'],
    })
  })

  it('marks stale prices', async () => {
    const { quotes } = await server.ok(quotation)
    expect(quotes.find(({ symbol }) => symbol === 'ETHUSDT')?.state).toBe('stale')
  })
})

describeServer.onSqlite(
  'currency/quotation_new at the weekend',
  (server) => {
    it('marks closed markets', async () => {
      const { quotes } = await server.ok(quotation)
      const closed = quotes.filter(({ state }) => state === 'closed').map(({ symbol }) => symbol)
      expect(closed).toEqual(instruments.filter(({ kind }) => kind !== 'crypto').map(({ symbol }) => symbol))
    })
  },
  { start: Date.UTC(2026, 0, 10, 12) },
)
