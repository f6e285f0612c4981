import { expect, it } from 'vitest'
import * as api from '../../../src/api/trade/spot.ts'
import { pairOf, SPOT_BOUND_BPS, SPOT_FEE_BPS } from '../../../src/rules/market/pairs.ts'
import { spotFeeOf } from '../../../src/rules/spot/spot.ts'
import { sqliteAlone } from '../databases.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { askAt, bidAt, limit, ordered, usdt } from './support.ts'

describeServer(
  'coin/pair',
  (server) => {
    it('returns the form’s data of a pair, best bid and ask at the displayed price, and its live orders', async () => {
      const { token } = await server.person()
      await price(server, '40000.00')
      const order = await ordered(server, token, { quantity: '0.1', ...limit('39000') })
      await price(server, '2000.00', 'ETHUSDT')
      await ordered(server, token, { symbol: 'ETHUSDT', ...limit('1900') })
      const { unit, max } = pairOf('BTCUSDT')
      // 0.1 BTC at 39,000 and 0.01 ETH at 1,900.
      const worth = [3_900_000_000n, 19_000_000n]
      const held = worth.reduce((sum, each) => sum + each + spotFeeOf(each), 0n)
      expect(await server.ok(api.pair, { symbol: 'BTCUSDT' }, token)).toEqual({
        symbol: 'BTCUSDT',
        base: { currency: 'BTC', available: '0.00000000' },
        quote: { currency: 'USDT', available: usdt(10_000_000_000n - held) },
        ...{ price: '40000.00', bid: bidAt('40000.00'), ask: askAt('40000.00') },
        ...{ unit, max, feeBps: SPOT_FEE_BPS, boundBps: SPOT_BOUND_BPS, closed: null, sellsClosed: null },
        orders: [expect.objectContaining({ id: order.id })],
      })
      expect(await server.call(api.pair, { symbol: 'EURUSD' }, token)).toMatchObject({ key: 'pairNotActivated' })
      expect(await server.call(api.pair, { symbol: 'BTCETH' }, token)).toMatchObject({ key: 'throughUsdt' })
    })
  },
  { databases: sqliteAlone },
)
