import type { Deposit } from '../../../src/api/money/deposit.ts'

/** A deposit of 500 USDT, under review since second 1,700,000,000. */
export const depositOf = (id: string, change: Partial<Deposit> = {}): Deposit => ({
  id,
  way: 'crypto',
  currency: 'USDT',
  network: null,
  account: 'paper1address',
  amount: '500.000000',
  arrived: null,
  reference: null,
  reason: null,
  state: 'underReview',
  status: 0,
  version: 1,
  acceptedAt: 1_700_000_000_000,
  countedAt: null,
  settledAt: null,
  ...change,
})
