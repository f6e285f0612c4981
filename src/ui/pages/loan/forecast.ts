import { interestSpared, type LoanLateness, type LoanOwed } from '../../../rules/loan/loan.ts'
import { type Minor, mulDiv } from '../../../rules/money/money.ts'

/** An overdue loan. `principal`: the owed principal; `fee`: all late fees so far; in minor units. */
type Overdue = LoanLateness & { amount: Minor; principal: Minor; fee: Minor; days: number; daysCounted: number }

const PPM = 1_000_000n

/**
 * The cost of a loan until its due date without further payments, in minor units. `day`: the interest of one more day, rounded up, zero
 * once the last day has begun; `total`: the debt on the due date.
 */
export function untilDue(
  { principal, total }: Pick<LoanOwed, 'principal' | 'total'>,
  agreed: { days: number; daysCounted: number; ratePpm: number },
): { day: Minor; total: Minor } {
  const left = interestSpared(principal, agreed)
  return { day: left > 0n ? mulDiv(principal, BigInt(agreed.ratePpm), PPM, 'up') : 0n, total: total + left }
}

/**
 * The further late fees of an unpaid loan, in minor units, rounded up, up to the cap of all its late fees. `day`: of the next day after the
 * due date; `collection`: of all days until its collection.
 */
export function lateFrom(loan: Overdue): { day: Minor; collection: Minor; cap: Minor } {
  const { amount, principal, fee, days, daysCounted, latePpm, lateCapPpm, collectAfterDays } = loan
  const cap = (amount * BigInt(lateCapPpm)) / PPM
  const room = cap > fee ? cap - fee : 0n
  const of = (count: number) => {
    const more = mulDiv(principal * BigInt(latePpm), BigInt(count), PPM, 'up')
    return more < room ? more : room
  }
  return { day: of(1), collection: of(Math.max(0, days + collectAfterDays + 1 - Math.max(days, daysCounted))), cap }
}
