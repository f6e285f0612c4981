import type { SpotOrder, SpotPair } from '../../../src/api/trade/spot.ts'

/** A spot order as the wire carries it: by default a resting buy of 0.1 BTC at 39,000. */
export const spotOrderOf = (id: string, change: Partial<SpotOrder> = {}): SpotOrder => ({
  id,
  symbol: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  currency: 'USDT',
  quantity: '0.10000',
  price: '39000.00',
  bound: '39000.00',
  level: 0,
  feeBps: 10,
  state: 'resting.waiting',
  version: 2,
  list: 0,
  status: 0,
  acceptedAt: 1_000_000,
  settledAt: null,
  filled: '0.00000',
  averagePrice: null,
  worth: '0.000000',
  fee: '0.000000',
  held: '3903.900000',
  released: '0.000000',
  fills: [],
  cause: null,
  strategyId: null,
  ...change,
})

/** The pair of BTC, with 500 USDT and half a BTC available. */
export const pair: SpotPair = {
  symbol: 'BTCUSDT',
  base: { currency: 'BTC', available: '0.50000000' },
  quote: { currency: 'USDT', available: '500.000000' },
  price: '40000.00',
  bid: '39999.60',
  ask: '40000.40',
  unit: '0.0001',
  max: '2',
  feeBps: 10,
  boundBps: 100,
  closed: null,
  sellsClosed: null,
  orders: [],
}
