/** A price alert, which moves nothing, and what it is called. */
export const of = 'an alert of BTC/USDT above 50,000'
export const order = { user_id: 'user', currency: 'USDT', symbol: 'BTCUSDT', side: 'above', level: 5_000_000n }
