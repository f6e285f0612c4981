import { loanKind } from '../../../server/loan/kind.ts'
import type { LoanRow } from '../../../server/loan/order.ts'
import type { Loan } from '../../../src/api/money/loan.ts'
import { asText, type Judge } from '../kit/judge.ts'

const MICROS = 1_000_000n
const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** A payment as it was noted. */
export type Payment = { at_ms: bigint; fee: bigint; interest: bigint; principal: bigint }
type Terms = Pick<LoanRow, 'amount' | 'days' | 'rate_ppm' | 'late_ppm' | 'late_cap_ppm' | 'day_ms'> & {
  start_ms: bigint
}

/**
 * The cost of a loan up to a day, by simulation: the principal owed at the start of a day bears that day's interest, or
 * after the last day of the cycle its late fee. A payment counts from the next day on.
 */
export function costBy(terms: Terms, payments: readonly Payment[], upToDay: bigint) {
  let [interest, fee] = [0n, 0n]
  for (let day = 1n; day <= upToDay; day++) {
    const begins = terms.start_ms + (day - 1n) * terms.day_ms
    const repaid = payments.filter(({ at_ms }) => at_ms < begins).reduce((sum, { principal }) => sum + principal, 0n)
    const owed = terms.amount - repaid
    if (day <= terms.days) interest += owed * terms.rate_ppm
    else fee = least(fee + owed * terms.late_ppm, terms.amount * terms.late_cap_ppm)
  }
  return { interest: interest / MICROS, fee: fee / MICROS }
}

/** A loan: paid out once, after its approval; its interest by the days that began, and each payment as it was noted. */
export const loanJudge: Judge<LoanRow, Loan> = {
  kind: loanKind,
  example: {
    of: 'a loan of 1,000 USDT, of which 100 are repaid: 1 of a late fee, 3.5 of interest, the rest of principal',
    order: {
      user_id: 'user',
      currency: 'USDT',
      amount: 1_000_000_000n,
      last_fee: 1_000_000n,
      last_interest: 3_500_000n,
      last_principal: 95_500_000n,
    },
  },
  // Each repayment's answer contains it.
  answers: ({ payments, collections }) => 1 + Number(payments - collections),
  terms: ({
    amount,
    days,
    daySeconds,
    ratePpm,
    latePpm,
    lateCapPpm,
    collectAfterDays,
    interest,
    dueSum,
    agreement,
    appliedAt,
  }) => [
    amount,
    days,
    daySeconds,
    ratePpm,
    latePpm,
    lateCapPpm,
    collectAfterDays,
    interest,
    dueSum,
    agreement,
    appliedAt,
  ],
  money: ({ id, state, amount, principal, paid, payments, start_ms }, { steps, sumOf }) => {
    const lines: string[] = []
    const moved = start_ms === null ? 0n : amount - paid
    if (sumOf('available') !== moved || sumOf('held') !== 0n) {
      lines.push(`money: loan ${id} ${state} moved ${sumOf('available')}, and should have moved ${moved}`)
    }
    const numbers = steps.filter((step) => step !== 'payOut').map((step) => step.replace(/^(repay|collect) /, ''))
    const expected = Array.from({ length: Number(payments) }, (_, index) => String(index + 1))
    if (asText(numbers.sort()) !== asText(expected.sort()) || steps.includes('payOut') !== (start_ms !== null)) {
      lines.push(`money: loan ${id} ${state}: ${steps}`)
    }
    if ((state === 'settled') !== (start_ms !== null && principal === 0n)) {
      lines.push(`money: loan ${id} ${state} owes ${principal}`)
    }
    return lines
  },
  byTheRecord: async (db, row) => {
    const { id, state, start_ms, counted, days, day_ms, due_ms, accepted_ms, fee_micros } = row
    if (start_ms === null) return []
    const lines: string[] = []
    const noted = await db.selectFrom('loan_payments').selectAll().where('loan_id', '=', id).orderBy('number').execute()
    const { interest, fee } = costBy({ ...row, start_ms }, noted, counted)
    if (row.interest_micros / MICROS !== interest || fee_micros / MICROS !== fee) {
      lines.push(
        `cost: loan ${id} bears ${row.interest_micros / MICROS} and ${fee_micros / MICROS}, not ${interest} and ${fee}`,
      )
    }
    if (start_ms < accepted_ms) lines.push(`timestamps: loan ${id} was paid out before it was applied for`)
    if (counted <= days && fee_micros > 0n) lines.push(`fee: loan ${id} costs one before its due date`)
    if (state === 'overdue' && counted <= days) lines.push(`overdue: loan ${id} before its due date`)
    if (due_ms !== null && due_ms > start_ms + counted * day_ms) lines.push(`days: loan ${id} leaves one out`)
    return lines
  },
}
