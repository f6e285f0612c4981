const tick = { seq: '1', time_ms: '1', price: '4', hash: 'h' }

/** A spot order whose postings are shown, and what it is called. */
export const of = 'a buy of 1 BTC at 40,000, filled at 39,900 on average'
export const order = {
  user_id: 'user',
  currency: 'USDT',
  symbol: 'BTCUSDT',
  side: 'buy',
  held: 40_040_000_000n,
  released: 40_040_000_000n,
  fills: JSON.stringify([{ quantity: '100000', worth: '39900000000', fee: '39900000', freed: '100100000', tick }]),
}
