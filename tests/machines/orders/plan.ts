/** An order of a plan whose postings are shown, and what it is called. */
export const of = 'an order of 1,000 USDT, of which a day made 19, ended early for 1%'
export const order = {
  id: 'plan-order',
  user_id: 'user',
  currency: 'USDT',
  amount: 1_000_000_000n,
  day_income: 19_000_000n,
  total: 19_000_000n,
  fee: 10_000_000n,
}
