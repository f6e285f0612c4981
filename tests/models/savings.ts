import type { Savings, SavingsOffer } from '../../src/api/savings.ts'

/** A deposit of 1,000 USDT for a week, of second 1,700,000,000. */
export const savingsOf = (id: string, change: Partial<Savings> = {}): Savings => ({
  id,
  state: 'running',
  version: 1,
  status: 0,
  product: 'USDT-7',
  currency: 'USDT',
  amount: '1000.000000',
  days: 7,
  rateBps: 200,
  daySeconds: 86_400,
  interest: '0.383562',
  earned: '0.000000',
  renew: false,
  term: 1,
  acceptedAt: 1_700_000_000_000,
  termAt: 1_700_000_000_000,
  maturesAt: 1_700_604_800_000,
  settledAt: null,
  ...change,
})

export const savingsOffer: SavingsOffer = {
  daySeconds: 86_400,
  available: [{ currency: 'USDT', available: '500.000000' }],
  products: [
    {
      id: 'USDT-7',
      currency: 'USDT',
      days: 7,
      rateBps: 200,
      min: '50',
      max: '50000',
      quota: '1000000',
      left: '999000.000000',
    },
  ],
}
