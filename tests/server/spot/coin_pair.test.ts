import { expect, it } from 'vitest'
import * as api from '../../../src/api/spot.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { limit, ordered } from './support.ts'

describeServer(
  'coin/pair',
  (server) => {
    it('says what the form of a pair needs, the best bid and ask by the shown price, and what is live on it', async () => {
      const { token } = await server.person()
      await price(server, '40000.00')
      const order = await ordered(server, token, { quantity: '0.1', ...limit('39000') })
      await price(server, '2000.00', 'ETHUSDT')
      await ordered(server, token, { symbol: 'ETHUSDT', ...limit('1900') })
      expect(await server.ok(api.pair, { symbol: 'BTCUSDT' }, token)).toEqual({
        symbol: 'BTCUSDT',
        base: { currency: 'BTC', available: '0.00000000' },
        quote: { currency: 'USDT', available: '6077.081000' },
        ...{ price: '40000.00', bid: '39999.60', ask: '40000.40' },
        ...{ unit: '0.0001', max: '2', feeBps: 10, boundBps: 100, closed: null, sellsClosed: null },
        orders: [expect.objectContaining({ id: order.id })],
      })
      expect(await server.call(api.pair, { symbol: 'EURUSD' }, token)).toMatchObject({ key: 'pairNotActivated' })
      expect(await server.call(api.pair, { symbol: 'BTCETH' }, token)).toMatchObject({ key: 'throughUsdt' })
    })
  },
  { databases: sqliteAlone },
)
