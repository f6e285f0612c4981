import type { Savings, SavingsOffer } from '../../../src/api/money/savings.ts'
import { formatMoney } from '../../../src/rules/money/money.ts'
import { savingsInterest, savingsProducts } from '../../../src/rules/savings/savings.ts'

const WEEK = savingsProducts[0] ?? { id: '', currency: '', days: 0, rateBps: 0, min: '', max: '', quota: '' }
/** Interest on 1,000 USDT for a week at today's rate. */
export const WEEKLY = savingsInterest(1_000_000_000n, WEEK)

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
  rateBps: WEEK.rateBps,
  daySeconds: 86_400,
  interest: formatMoney(WEEKLY, 6),
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
  products: [{ ...WEEK, left: `${Number(WEEK.quota) - 1_000}.000000` }],
}
