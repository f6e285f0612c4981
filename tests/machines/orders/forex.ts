/** A position whose postings are shown, and what it is called. */
export const of = 'a long of one lot of EUR/USD from 1.08005, credited and charged for nights, closed at 1.08195'
export const order = {
  user_id: 'user',
  currency: 'USDT',
  reserve: 5_454_300_000n,
  initial: 5_400_250_000n,
  rolled: -7_000_000n,
  swap: -21_000_000n,
  profit: 190_000_000n,
  returned: 5_569_250_000n,
  shortfall: 0n,
}
