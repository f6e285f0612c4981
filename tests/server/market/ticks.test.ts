import { expect, it } from 'vitest'
import { ticks } from '../../../src/api/market/market.ts'
import { describeServer, MONDAY_NOON } from '../harness.ts'

const NOON = MONDAY_NOON / 1000

describeServer.onSqlite('market/ticks', (server) => {
  it('returns recorded ticks to a guest, the last of each second, oldest first', async () => {
    for (const price of ['43000.00', '43001.00', '43002.00', '43003.00']) {
      server.tick('BTCUSDT', price)
      await server.clock.advance(500)
    }
    await server.clock.advance(1_000)
    expect(await server.ok(ticks, { symbol: 'BTCUSDT' })).toEqual([
      [MONDAY_NOON + 500, '43001.00'],
      [MONDAY_NOON + 1_500, '43003.00'],
    ])
  })

  it('pages: at most a limit, before a time', async () => {
    const page = { symbol: 'BTCUSDT', limit: 1 }
    expect(await server.ok(ticks, page)).toEqual([[MONDAY_NOON + 1_500, '43003.00']])
    expect(await server.ok(ticks, { ...page, before: NOON + 1 })).toEqual([[MONDAY_NOON + 500, '43001.00']])
    expect(await server.ok(ticks, { ...page, before: NOON })).toEqual([])
  })

  it('refuses an unknown symbol, and invalid parameters', async () => {
    expect(await server.call(ticks, { symbol: 'NOSUCH' })).toMatchObject({ key: 'pairNotFound', http: 404 })
    expect(await server.call(ticks)).toMatchObject({ key: 'missingParameters' })
    for (const bad of [{ limit: 1_001 }, { limit: 0 }, { before: -1 }]) {
      expect(await server.call(ticks, { symbol: 'BTCUSDT', ...bad })).toMatchObject({
        key: 'parameterError',
        http: 422,
      })
    }
  })
})
