/** A loan whose postings are shown, and what it is called. */
export const of =
  'a loan of 1,000 USDT, of which 100 are repaid: 1 of a late fee, 3.5 of interest, the rest of principal'
export const order = {
  user_id: 'user',
  currency: 'USDT',
  amount: 1_000_000_000n,
  last_fee: 1_000_000n,
  last_interest: 3_500_000n,
  last_principal: 95_500_000n,
}
