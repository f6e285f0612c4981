import { type Savings, savings } from '../../src/api/money/savings.ts'
import { savingsMachine } from '../../src/machines/orders/savings.ts'
import type { Minor } from '../../src/rules/money/money.ts'
import { savingsInterest } from '../../src/rules/savings/savings.ts'
import { type OrderRow, wireOf } from '../orders/module.ts'

/** A fixed-term deposit. `renew`: 1 if another term begins at the end of this one. */
export type SavingsRow = OrderRow & {
  state: Savings['state']
  product: string
  amount: bigint
  days: bigint
  rate_bps: bigint
  day_ms: bigint
  renew: bigint
  term: bigint
  term_ms: bigint
  earned: bigint
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    savings: SavingsRow
  }
}

/** The interest at the end of each term of a deposit, in minor units. */
export const interestOf = ({ amount, rate_bps, days }: Pick<SavingsRow, 'amount' | 'rate_bps' | 'days'>): Minor =>
  savingsInterest(amount, { rateBps: Number(rate_bps), days: Number(days) })

/** The end of a term that begins at a time (ms). */
export const endOfTerm = ({ days, day_ms }: Pick<SavingsRow, 'days' | 'day_ms'>, beganMs: bigint): bigint =>
  beganMs + days * day_ms

/** A fixed-term deposit as the wire carries it. */
export const toWire = wireOf<SavingsRow, Savings>(savings, savingsMachine, {
  daySeconds: ({ day_ms }) => day_ms / 1_000n,
  interest: interestOf,
  maturesAt: (row) => endOfTerm(row, row.term_ms),
})
