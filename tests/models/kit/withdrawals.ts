import type { Withdrawal } from '../../../src/api/money/withdrawal.ts'

/** A withdrawal of 100 USDT, under review since second 1,700,000,000. */
export const withdrawalOf = (id: string, change: Partial<Withdrawal> = {}): Withdrawal => ({
  id,
  currency: 'USDT',
  network: 'tron',
  address: 'an address on tron',
  label: '',
  amount: '100.000000',
  fee: '0.100000',
  receives: '99.900000',
  state: 'underReview',
  version: 1,
  status: 0,
  reason: null,
  submittedAt: 1_700_000_000_000,
  approvedAt: null,
  sentAt: null,
  settledAt: null,
  ...change,
})
