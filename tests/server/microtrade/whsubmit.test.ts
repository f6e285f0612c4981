import { expect, it } from 'vitest'
import * as api from '../../../src/api/microtrade.ts'
import { describeServer, MONDAY_NOON } from '../harness.ts'
import { hold, newest, order, price } from './option.ts'

const FRIDAY_CLOSE = MONDAY_NOON + (4 * 24 + 10) * 3_600_000

describeServer('microtrade/whsubmit', (server) => {
  it('buys and settles an option on gold', async () => {
    const { token } = await server.person()
    await price(server, '2034.00', 'XAUUSD')
    await server.ok(api.whsubmit, order({ symbol: 'XAUUSD' }), token)
    await price(server, '2034.00', 'XAUUSD')
    await hold(server, '2035.00', 32, 'XAUUSD')
    expect(await newest(server, token, api.whlists)).toMatchObject({
      state: 'won',
      payout: '185.000000',
      finalPrice: '2035.00',
    })
  })

  it('refuses a crypto pair, and a stake outside the limits', async () => {
    const { token } = await server.person()
    await price(server, '43000.00')
    expect(await server.call(api.whsubmit, order(), token)).toMatchObject({ key: 'pairNotFound' })
    await price(server, '2034.00', 'XAUUSD')
    expect(await server.call(api.whsubmit, order({ symbol: 'XAUUSD', amount: '1' }), token)).toMatchObject({
      key: 'belowMinimum',
    })
  })

  it('answers the same request with the first answer', async () => {
    const { token } = await server.person()
    await price(server, '2034.00', 'XAUUSD')
    const request = order({ symbol: 'XAUUSD' })
    const first = await server.ok(api.whsubmit, request, token)
    expect(await server.ok(api.whsubmit, request, token)).toEqual(first)
    expect(await server.call(api.submit, request, token)).toMatchObject({ key: 'requestReused' })
  })

  it('refuses without a token', async () => {
    expect(await server.call(api.whsubmit, order({ symbol: 'XAUUSD' }))).toMatchObject({ type: 999, http: 401 })
  })
})

describeServer(
  'microtrade/whsubmit, before the weekend',
  (server) => {
    it('refuses an option that could not settle before its market closes', async () => {
      const { token } = await server.person()
      await price(server, '2034.00', 'XAUUSD')
      expect(await server.call(api.whsubmit, order({ symbol: 'XAUUSD', seconds: 300 }), token)).toMatchObject({
        key: 'marketClosed',
      })
      expect(await server.ok(api.whsubmit, order({ symbol: 'XAUUSD' }), token)).toMatchObject({ state: 'accepted' })
    })

    it('refuses while the market is closed', async () => {
      const { token } = await server.person()
      await server.clock.advance(300_000)
      expect(await server.call(api.whsubmit, order({ symbol: 'XAUUSD' }), token)).toMatchObject({
        http: 400,
        key: 'marketClosed',
        message: '已休市',
      })
    })
  },
  { start: FRIDAY_CLOSE - 120_000 },
)
