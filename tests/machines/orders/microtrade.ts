/** An option whose postings are shown, and what it is called. */
export const of = 'a stake of 100 USDT at 85%'
export const order = { user_id: 'user', currency: 'USDT', amount: 100_000_000n, payout_bps: 8_500n }
