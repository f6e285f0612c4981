import { type Loan, loan } from '../../src/api/money/loan.ts'
import { metaOf } from '../../src/machines/orders/life.ts'
import { loanMachine } from '../../src/machines/orders/loan.ts'
import {
  COVERED_SINCE_VERSION,
  chargedTo,
  type LoanAgreed,
  type LoanOwed,
  type LoanStanding,
  loanCost,
  owedAtLatest,
  owedOf,
  paidInto,
} from '../../src/rules/loan/loan.ts'
import type { Minor } from '../../src/rules/money/money.ts'
import { type OrderRow, wireOf } from '../orders/module.ts'

/** A loan: terms, state, and the allocation of the last payment. */
export type LoanRow = OrderRow & {
  state: Loan['state']
  amount: bigint
  days: bigint
  rate_ppm: bigint
  late_ppm: bigint
  late_cap_ppm: bigint
  collect_after_days: bigint
  day_ms: bigint
  agreement_version: bigint
  agreement_hash: string
  house_id: string
  income_id: string
  statement_id: string
  identity_id: string
  /** 1 while the photographs exist. */
  documents: bigint
  start_ms: bigint | null
  principal: bigint
  counted: bigint
  interest_micros: bigint
  interest_paid: bigint
  fee_micros: bigint
  fee_paid: bigint
  /** Number of reminders sent. */
  reminded: bigint
  payments: bigint
  /** Number of those payments that the platform collected. */
  collections: bigint
  paid: bigint
  last_ms: bigint
  last_fee: bigint
  last_interest: bigint
  last_principal: bigint
  reason: string | null
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    loans: LoanRow
    loan_payments: {
      loan_id: string
      number: bigint
      at_ms: bigint
      by_whom: 'user' | 'platform'
      fee: bigint
      interest: bigint
      principal: bigint
    }
  }
}

/** The agreed terms, for the rules. */
export const agreedOf = (row: LoanRow): LoanAgreed => ({
  amount: row.amount,
  days: Number(row.days),
  ratePpm: Number(row.rate_ppm),
  latePpm: Number(row.late_ppm),
  lateCapPpm: Number(row.late_cap_ppm),
  dayMs: Number(row.day_ms),
  startMs: Number(row.start_ms ?? 0n),
})

const standingOf = (row: LoanRow): LoanStanding => ({
  principal: row.principal,
  counted: Number(row.counted),
  interestMicros: row.interest_micros,
  interestPaid: row.interest_paid,
  feeMicros: row.fee_micros,
  feePaid: row.fee_paid,
})

/** The state of a loan at a time, in ms: every day begun is charged, even if not processed yet. */
export const standingAt = (row: LoanRow, nowMs: number): LoanStanding =>
  chargedTo(agreedOf(row), standingOf(row), nowMs)

const columnsOf = (standing: LoanStanding): Partial<LoanRow> => ({
  principal: standing.principal,
  counted: BigInt(standing.counted),
  interest_micros: standing.interestMicros,
  interest_paid: standing.interestPaid,
  fee_micros: standing.feeMicros,
  fee_paid: standing.feePaid,
})

/** The debt that must stay covered at a time (ms), in minor units: none before the disbursement, or under an earlier agreement. */
export const mustCover = (row: LoanRow, nowMs: number): Minor =>
  row.start_ms === null || row.settled_ms !== null || row.agreement_version < BigInt(COVERED_SINCE_VERSION)
    ? 0n
    : owedAtLatest({ ...agreedOf(row), collectAfterDays: Number(row.collect_after_days) }, standingOf(row), nowMs)

/** The changed columns after charging the days up to now, and waiting for the next. */
export const charge = (row: LoanRow, standing: LoanStanding): Partial<LoanRow> => ({
  ...columnsOf(standing),
  due_ms: dayAfter(row, standing.counted),
})

/** The changed columns after a payment at a time, in ms. */
export const take = (
  row: LoanRow,
  standing: LoanStanding,
  { split, by, atMs }: { split: LoanOwed; by: 'user' | 'platform'; atMs: number },
): Partial<LoanRow> => ({
  ...columnsOf(paidInto(standing, split)),
  payments: row.payments + 1n,
  collections: row.collections + (by === 'platform' ? 1n : 0n),
  // The record may be behind the clock of the last payment.
  last_ms: BigInt(atMs) > row.last_ms ? BigInt(atMs) : row.last_ms,
  paid: row.paid + split.total,
  last_fee: split.fee,
  last_interest: split.interest,
  last_principal: split.principal,
})

/** The start of the day after this many, in ms. */
export const dayAfter = ({ start_ms, day_ms }: Pick<LoanRow, 'start_ms' | 'day_ms'>, days: number): bigint =>
  (start_ms ?? 0n) + BigInt(days) * day_ms

/** The due date, in ms; null before the disbursement. */
export const dueOf = ({ start_ms, day_ms, days }: Pick<LoanRow, 'start_ms' | 'day_ms' | 'days'>): bigint | null =>
  start_ms === null ? null : start_ms + days * day_ms

const owedNow = (row: LoanRow) => owedOf(standingOf(row))

/** The cost if it is repaid in full on the due date. */
function costOf(row: LoanRow) {
  const agreed = agreedOf(row)
  return loanCost(row.amount, agreed, { ...agreed, collectAfterDays: 0 })
}

/** A loan as the wire carries it. */
export const toWire = wireOf<LoanRow, Loan>(loan, loanMachine, {
  status: ({ state }) => metaOf(loanMachine, state).loan,
  overdue: ({ state }) => metaOf(loanMachine, state).overdue,
  method: () => 'maturity',
  daySeconds: ({ day_ms }) => day_ms / 1_000n,
  interest: (row) => costOf(row).interest,
  dueSum: (row) => costOf(row).total,
  principal: (row) => owedNow(row).principal,
  interestOwed: (row) => owedNow(row).interest,
  feeOwed: (row) => owedNow(row).fee,
  overdueFee: (row) => owedNow(row).fee + row.fee_paid,
  unpaid: (row) => owedNow(row).total,
  daysCounted: 'counted',
  agreement: ({ agreement_version: version, agreement_hash: hash }) => ({ version: Number(version), hash }),
  appliedAt: 'accepted_ms',
  paidOutAt: 'start_ms',
  dueAt: dueOf,
})
