const tick = { seq: '1', time_ms: '1', price: '4', hash: 'h' }
const fill = (change: Record<string, unknown>) =>
  JSON.stringify([
    {
      ...{ cause: 'user', quantity: '1000000', margin: '2000000000', profit: '500000000', fee: '20250000' },
      ...{ payout: '2479750000', left: '0', shortfall: '0', back: '0', tick, ...change },
    },
  ])

/** A contract whose postings are shown, and what it is called. */
export const of = 'a long of 1 BTC from 40,000 at 20 times, with 100 USDT of margin added, closed at 40,500'
export const order = {
  user_id: 'user',
  currency: 'USDT',
  reserve: 2_040_200_000n,
  margin: 2_000_000_000n,
  open_fee: 20_000_000n,
  adding: 100_000_000n,
  fills: fill({}),
}
/** What it is at those postings that not every contract meets. */
export const at = {
  payFunding: { ...order, funded: -400_000n },
  settlePart: {
    ...order,
    fills: fill({
      ...{ quantity: '500000', margin: '1000000000', profit: '250000000' },
      ...{ fee: '10125000', payout: '1239875000' },
    }),
  },
  liquidatePosition: {
    ...order,
    fills: fill({
      ...{ cause: 'liquidation', profit: '-1800000000', fee: '19100000', payout: '0', left: '180900000' },
    }),
  },
}
