/** A deposit whose postings are shown, and what it is called. */
export const of = 'a deposit of 1,000 USDT for 30 days at 3% a year'
export const order = {
  user_id: 'user',
  currency: 'USDT',
  amount: 1_000_000_000n,
  rate_bps: 300n,
  days: 30n,
}
