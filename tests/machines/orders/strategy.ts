/** A strategy: its machine names no postings, as its spot orders have their own. */
export const of = 'a recurring buy'
export const order = { id: 'strategy', user_id: 'user', currency: 'USDT' }
