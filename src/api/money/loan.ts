import * as v from 'valibot'
import { statesOf } from '../../machines/orders/life.ts'
import { loanMachine } from '../../machines/orders/loan.ts'
import { defineCall } from '../wire/call.ts'
import * as f from '../wire/fields.ts'
import { page, tradeList } from '../wire/page.ts'

declare module '../wire/events.ts' {
  interface EventBodies {
    loan: Loan
  }
}

/**
 * A loan. `days`: its cycle; `ratePpm`, `latePpm`, `lateCapPpm` in millionths; `interest` and `dueSum`: its cost and its total if repaid in
 * full on the due date. Including the current day, `unpaid` is the sum of `principal`, `interestOwed` and `feeOwed`; `overdueFee` is the
 * total late fee; `paid` the total repaid. `method`: principal and interest at maturity. Times are null until its disbursement, or its end.
 * `reason`: of a rejection.
 */
export const loan = v.object({
  id: f.id,
  state: v.picklist(statesOf(loanMachine)),
  /** Rises by one with each change: the higher one is newer. */
  version: v.number(),
  status: v.number(),
  overdue: v.boolean(),
  method: v.literal('maturity'),
  currency: f.currency,
  amount: f.amount,
  days: v.number(),
  daySeconds: v.number(),
  ratePpm: v.number(),
  latePpm: v.number(),
  lateCapPpm: v.number(),
  collectAfterDays: v.number(),
  interest: f.amount,
  dueSum: f.amount,
  principal: f.amount,
  interestOwed: f.amount,
  feeOwed: f.amount,
  overdueFee: f.amount,
  unpaid: f.amount,
  paid: f.amount,
  /** Number of days begun since its disbursement, including those after the due date. */
  daysCounted: v.number(),
  /** The version and hash of the agreement that the user consented to. */
  agreement: v.object({ version: v.number(), hash: f.hash }),
  reason: v.nullable(v.string()),
  appliedAt: f.millis,
  paidOutAt: v.nullable(f.millis),
  dueAt: v.nullable(f.millis),
  settledAt: v.nullable(f.millis),
})
export type Loan = v.InferOutput<typeof loan>

/** `left`: of today's limit. `documentDays`: retention of documents after a loan has ended. */
export const config = defineCall({
  path: 'lh/loan/config',
  token: true,
  summary: 'Loan terms: limits, cycles and costs, the agreement in force, and what prevents the user from applying.',
  input: f.nothing,
  output: v.object({
    currency: f.currency,
    min: f.amount,
    max: f.amount,
    left: f.amount,
    cycles: v.array(v.object({ days: v.number(), ratePpm: v.number(), yearlyBps: v.number() })),
    latePpm: v.number(),
    lateCapPpm: v.number(),
    collectAfterDays: v.number(),
    reminders: v.array(v.number()),
    documentDays: v.number(),
    /** How long a day of a new loan is, in seconds: 86400 unless shortened for a demonstration. */
    daySeconds: v.number(),
    reviewSeconds: v.number(),
    agreement: v.object({ slug: v.string(), title: v.string(), version: v.number(), hash: f.hash, date: f.seconds }),
    /** Why the user may not apply now; null if they may. */
    refusal: v.nullable(v.picklist(['alreadyApplied', 'loanOverdue', 'verifyNameFirst', 'realNameFailed'])),
  }),
})
export type LoanOffer = v.InferOutput<typeof config.output>

/** Totals of all disbursed loans. `unpaid`: the current debt; `nextDueAt`: the earliest due date of the open ones. */
export const statistics = defineCall({
  path: 'lh/loan/statistics',
  token: true,
  summary: 'Totals of the user’s loans.',
  input: f.nothing,
  output: v.object({
    currency: f.currency,
    open: v.number(),
    overdue: v.number(),
    settled: v.number(),
    borrowed: f.amount,
    unpaid: f.amount,
    paid: f.amount,
    interestPaid: f.amount,
    feePaid: f.amount,
    nextDueAt: v.nullable(f.millis),
  }),
})
export type LoanStatistics = v.InferOutput<typeof statistics.output>

export const submit = defineCall({
  method: 'POST',
  path: 'lh/loan/submit',
  token: true,
  once: true,
  summary:
    'Applies for a loan with four uploaded photographs and consent to the agreement with this hash. The terms are fixed for the loan.',
  input: v.object({
    requestId: f.requestId,
    amount: f.decimal,
    days: f.count(1, 3_650),
    house: f.id,
    income: f.id,
    statement: f.id,
    identity: f.id,
    /** The hash of the displayed agreement that the user accepts. */
    agreement: f.hash,
  }),
  output: loan,
})

export const order = defineCall({
  path: 'lh/loan/order',
  token: true,
  summary: 'The user’s loans, newest first.',
  input: v.object({
    list: tradeList,
    id: v.optional(f.id),
    ...page,
  }),
  output: v.array(loan),
})

export const repayment = defineCall({
  method: 'POST',
  path: 'lh/loan/repayment',
  token: true,
  once: true,
  summary: 'Repays a part of a loan or all of it: first the late fee, then interest, then principal.',
  input: v.object({
    requestId: f.requestId,
    id: f.id,
    /** By default the whole debt at that moment. */
    amount: v.optional(f.decimal),
  }),
  output: loan,
})

/** `by`: the user, or the platform as agreed. */
export const payments = defineCall({
  path: 'lh/loan/payments',
  token: true,
  ours: true,
  compressed: true,
  summary: 'Payments of one of the user’s loans, newest first, each split into late fee, interest and principal.',
  input: v.object({ id: f.id, before: v.optional(f.count(1, 1e9)), limit: v.optional(f.count(1, 100), 100) }),
  output: v.array(
    v.object({
      number: v.number(),
      at: f.millis,
      by: v.picklist(['user', 'platform']),
      amount: f.amount,
      fee: f.amount,
      interest: f.amount,
      principal: f.amount,
    }),
  ),
})
export type LoanPayment = v.InferOutput<typeof payments.output>[number]
