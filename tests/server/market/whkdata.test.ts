import { expect, it } from 'vitest'
import { whkdata } from '../../../src/api/market/market.ts'
import { describeServer, MONDAY_NOON } from '../harness.ts'

const NOON = MONDAY_NOON / 1000

describeServer.onSqlite('currency/whkdata', (server) => {
  it('returns candles of forex and metals', async () => {
    const { token } = await server.person()
    server.tick('EURUSD', '1.08425')
    server.tick('XAGUSD', '22.784')
    expect(await server.ok(whkdata, { symbol: 'EURUSD', interval: '30m' }, token)).toEqual([
      [NOON, '1.08425', '1.08425', '1.08425', '1.08425', '0.01'],
    ])
    expect(await server.ok(whkdata, { symbol: 'XAGUSD', interval: '1d' }, token)).toEqual([
      [NOON - 43_200, '22.784', '22.784', '22.784', '22.784', '0.01'],
    ])
  })

  it('refuses other instruments', async () => {
    const { token } = await server.person()
    for (const symbol of ['BTCUSDT', 'NOSUCH']) {
      expect(await server.call(whkdata, { symbol, interval: '1h' }, token)).toMatchObject({
        type: 'error',
        key: 'pairNotFound',
        http: 404,
      })
    }
  })

  it('refuses missing or invalid parameters', async () => {
    const { token } = await server.person()
    expect(await server.call(whkdata, { interval: '1h' }, token)).toMatchObject({ key: 'missingParameters' })
    expect(await server.call(whkdata, { symbol: 'EURUSD', interval: '1y' }, token)).toMatchObject({
      key: 'parameterError',
    })
  })

  it('refuses without a token', async () => {
    expect(await server.call(whkdata, { symbol: 'EURUSD', interval: '1h' })).toMatchObject({ type: 999, http: 401 })
  })
})
