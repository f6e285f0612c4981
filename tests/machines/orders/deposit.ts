/** A deposit whose postings are shown, and what it is called. */
export const of = '500 USDT that came'
export const order = { id: 'deposit', user_id: 'user', currency: 'USDT', arrived: 500_000_000n }
