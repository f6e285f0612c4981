import { expect, it } from 'vitest'
import { timeshar } from '../../../src/api/market/market.ts'
import { describeServer, MONDAY_NOON } from '../harness.ts'

const NOON = MONDAY_NOON / 1000

describeServer.onSqlite('currency/new_timeshar', (server) => {
  it('returns candles of a crypto pair, the last including current trades', async () => {
    const { token } = await server.person()
    server.tick('BTCUSDT', '43000.00')
    await server.clock.advance(60_000)
    server.tick('BTCUSDT', '43100.00')
    server.tick('BTCUSDT', '43050.00')
    expect(await server.ok(timeshar, { symbol: 'BTCUSDT', interval: '1m' }, token)).toEqual([
      [NOON, '43000.00', '43000.00', '43000.00', '43000.00', '0.00001'],
      [NOON + 60, '43100.00', '43100.00', '43050.00', '43050.00', '0.00002'],
    ])
    expect(await server.ok(timeshar, { symbol: 'BTCUSDT', interval: '4h' }, token)).toEqual([
      [NOON, '43000.00', '43100.00', '43000.00', '43050.00', '0.00003'],
    ])
  })

  it('pages: at most a limit, before a time', async () => {
    const { token } = await server.person()
    const page = { symbol: 'BTCUSDT', interval: '1m', limit: 1 }
    const opens = async (more = {}) => (await server.ok(timeshar, { ...page, ...more }, token)).map(([time]) => time)
    expect(await opens()).toEqual([NOON + 60])
    expect(await opens({ before: NOON + 60 })).toEqual([NOON])
    expect(await opens({ before: NOON })).toEqual([])
  })

  it('refuses anything but a crypto pair', async () => {
    const { token } = await server.person()
    for (const symbol of ['NOSUCH', 'EURUSD', 'XAUUSD']) {
      expect(await server.call(timeshar, { symbol, interval: '1h' }, token)).toMatchObject({
        type: 'error',
        key: 'pairNotFound',
        http: 404,
      })
    }
  })

  it('refuses missing or invalid parameters', async () => {
    const { token } = await server.person()
    const good = { symbol: 'BTCUSDT', interval: '1h' }
    expect(await server.call(timeshar, { symbol: 'BTCUSDT' }, token)).toMatchObject({ key: 'missingParameters' })
    for (const bad of [{ interval: '2h' }, { limit: 1_001 }, { limit: 0 }, { before: -1 }, { symbol: '__proto__' }]) {
      expect(await server.call(timeshar, { ...good, ...bad }, token)).toMatchObject({
        key: 'parameterError',
        http: 422,
      })
    }
  })

  it('refuses without a token', async () => {
    expect(await server.call(timeshar, { symbol: 'BTCUSDT', interval: '1h' })).toMatchObject({ type: 999, http: 401 })
  })
})
