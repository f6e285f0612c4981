import type { Loan, LoanOffer, LoanPayment } from '../../../src/api/money/loan.ts'
import { findLoanCycle, loanCycles, loanLateness, yearlyBps } from '../../../src/rules/loan/loan.ts'

/** The hash of the agreement in force. */
export const AGREEMENT = 'a'.repeat(64)

/** The interest of each day of a week on 1,000, in thousandths. */
const RATE_PPM = findLoanCycle(7)?.ratePpm ?? 0

/** A loan of 1,000 USDT for a week under review, with a test's changes. */
export const loanOf = (id: string, change: Partial<Loan> = {}): Loan => ({
  id,
  state: 'pendingReview',
  version: 1,
  status: 0,
  overdue: false,
  method: 'maturity',
  currency: 'USDT',
  amount: '1000.000000',
  days: 7,
  daySeconds: 86_400,
  ratePpm: RATE_PPM,
  ...loanLateness,
  interest: (RATE_PPM * 0.007).toFixed(6),
  dueSum: (1_000 + RATE_PPM * 0.007).toFixed(6),
  principal: '0.000000',
  interestOwed: '0.000000',
  feeOwed: '0.000000',
  overdueFee: '0.000000',
  unpaid: '0.000000',
  paid: '0.000000',
  daysCounted: 0,
  agreement: { version: 2, hash: AGREEMENT },
  reason: null,
  appliedAt: 1_000,
  paidOutAt: null,
  dueAt: null,
  settledAt: null,
  ...change,
})

/** The same on its first day. */
export const owedLoan = (id: string, change: Partial<Loan> = {}): Loan =>
  loanOf(id, {
    state: 'paidOut',
    status: 1,
    version: 2,
    principal: '1000.000000',
    interestOwed: (RATE_PPM / 1_000).toFixed(6),
    unpaid: (1_000 + RATE_PPM / 1_000).toFixed(6),
    daysCounted: 1,
    paidOutAt: 2_000,
    dueAt: 604_802_000,
    ...change,
  })

export const loanOffer: LoanOffer = {
  currency: 'USDT',
  min: '100',
  max: '10000',
  left: '20000.000000',
  cycles: loanCycles.map((cycle) => ({ ...cycle, yearlyBps: yearlyBps(cycle.ratePpm) })),
  latePpm: 1_000,
  lateCapPpm: 100_000,
  collectAfterDays: 3,
  reminders: [3, 1],
  documentDays: 30,
  daySeconds: 86_400,
  reviewSeconds: 30,
  agreement: { slug: 'loans', title: 'Loan agreement', version: 2, hash: AGREEMENT, date: 1_767_225_600 },
  refusal: null,
}

export const paymentOf = (number: number): LoanPayment & { id: string } => ({
  id: String(number),
  number,
  at: number * 1_000,
  by: 'user',
  amount: '50.000000',
  fee: '0.000000',
  interest: '0.500000',
  principal: '49.500000',
})
