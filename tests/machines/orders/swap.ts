/** A swap whose postings are shown, and what it is called. */
export const of = 'a swap of 400 USDT for 9.98 SOL at a fee of 0.1%'
export const order = {
  user_id: 'user',
  currency: 'USDT',
  receives: 'SOL',
  amount: 400_000_000n,
  usdt: 400_000_000n,
  fee: 400_000n,
  receive: 998_000_000n,
}
