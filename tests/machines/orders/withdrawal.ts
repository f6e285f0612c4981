/** A withdrawal whose postings are shown, and what it is called. */
export const of = 'a withdrawal of 1,000 USDT with a fee of 0.1%'
export const order = { user_id: 'user', currency: 'USDT', amount: 1_000_000_000n, fee: 1_000_000n }
