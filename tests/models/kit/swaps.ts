import type { Swap } from '../../../src/api/money/swap.ts'

/** A swap of 400 USDT for bitcoin at 40,000, quoted at second 1,700,000,000 and good for ten. */
export const swapOf = (id: string, change: Partial<Swap> = {}): Swap => ({
  id,
  state: 'executed',
  version: 2,
  status: 1,
  from: 'USDT',
  to: 'BTC',
  amount: '400.000000',
  receive: '0.00997005',
  usdt: '400.000000',
  fee: '0.400000',
  feeBps: 10,
  spreadBps: 20,
  rate: { base: 'BTC', quote: 'USDT', price: '40080.00000000' },
  legs: [],
  quotedAt: 1_700_000_000_000,
  expiresAt: 1_700_000_010_000,
  settledAt: 1_700_000_005_000,
  ...change,
})
