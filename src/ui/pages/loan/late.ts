import type { Minor } from '../../../rules/money/money.ts'

/** An overdue loan. `principal`: the owed principal; `fee`: all late fees so far; in minor units. */
type Overdue = {
  amount: Minor
  principal: Minor
  fee: Minor
  days: number
  daysCounted: number
  latePpm: number
  lateCapPpm: number
  collectAfterDays: number
}

const PPM = 1_000_000n

/**
 * What an unpaid loan costs from here on, in minor units, rounded up and within its cap. `day`: the next day that begins after the due date;
 * `collection`: all of them until it is collected.
 */
export function lateFrom(loan: Overdue): { day: Minor; collection: Minor; cap: Minor } {
  const { amount, principal, fee, days, daysCounted, latePpm, lateCapPpm, collectAfterDays } = loan
  const cap = (amount * BigInt(lateCapPpm)) / PPM
  const room = cap > fee ? cap - fee : 0n
  const of = (count: number) => {
    const more = (principal * BigInt(latePpm) * BigInt(count) + PPM - 1n) / PPM
    return more < room ? more : room
  }
  return { day: of(1), collection: of(Math.max(0, days + collectAfterDays + 1 - Math.max(days, daysCounted))), cap }
}
