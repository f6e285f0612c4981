import { expect, it } from 'vitest'
import { orderInWords } from '../../../server/orders/in-words.ts'

const order = { id: 'x', state: 'open', version: 2, status: 0, acceptedAt: 1_795_620_336_578, daySeconds: 86_400 }

it.each([
  [
    {
      symbol: 'BTCUSDT',
      direction: 'rise',
      currency: 'USDT',
      amount: '1000.000000',
      seconds: 30,
      buyPrice: '43180.10',
    },
    'Rise BTC/USDT, 1,000.00 USDT, for 30 s, from 43,180.10',
  ],
  [
    {
      symbol: 'ETHUSDT',
      direction: 'short',
      type: 'limit',
      ordered: '1.2000',
      quantity: '0.2000',
      leverage: 10,
      price: '9000.00',
    },
    'Short 1.20 ETH/USDT, limit, of which 0.20 open, at 10×, at 9,000.00',
  ],
  [
    { symbol: 'USDJPY', direction: 'long', lots: '0.10', dealPrice: '148.180' },
    'Long 0.10 lots USD/JPY, opened at 148.18',
  ],
  [
    { side: 'sell', type: 'market', symbol: 'BTCUSDT', quantity: '0.01000', fee: '0.000000' },
    'Sell 0.01 BTC/USDT, market',
  ],
  [{ from: 'USDT', to: 'BTC', amount: '50.000000', receive: '0.00115489' }, '50.00 USDT, to 0.00115489 BTC'],
  [
    { type: 'hosting', tier: '1', currency: 'USDT', amount: '500.000000', days: 1, profit: '-2.500000' },
    '500.00 USDT, tier 1, 1 day, P&L −2.50 USDT',
  ],
])('an order in words has the terms that its owner sees, and no code: %#', (fields, words) => {
  expect(orderInWords({ ...order, ...fields })).toBe(words)
})
