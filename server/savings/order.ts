import type { Savings } from '../../src/api/money/savings.ts'
import { metaOf } from '../../src/machines/orders/life.ts'
import { savingsMachine } from '../../src/machines/orders/savings.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import { savingsInterest } from '../../src/rules/savings/savings.ts'
import type { OrderRow } from '../orders/module.ts'

/** A fixed-term deposit. `renew`: 1 where another term begins at the end of this one. */
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

/** What each term of a deposit pays at its end, in minor units. */
export const interestOf = ({ amount, rate_bps, days }: Pick<SavingsRow, 'amount' | 'rate_bps' | 'days'>): Minor =>
  savingsInterest(amount, { rateBps: Number(rate_bps), days: Number(days) })

/** When a term that begins at a time (ms) is over. */
export const endOfTerm = ({ days, day_ms }: Pick<SavingsRow, 'days' | 'day_ms'>, beganMs: bigint): bigint =>
  beganMs + days * day_ms

/** A fixed-term deposit as the wire carries it. */
export function toWire(row: SavingsRow): Savings {
  const money = (amount: Minor) => formatMoney(amount, currencyOf(row.currency).scale)
  return {
    id: row.id,
    state: row.state,
    version: Number(row.version),
    status: metaOf(savingsMachine, row.state).status,
    product: row.product,
    currency: row.currency,
    amount: money(row.amount),
    days: Number(row.days),
    rateBps: Number(row.rate_bps),
    daySeconds: Number(row.day_ms / 1_000n),
    interest: money(interestOf(row)),
    earned: money(row.earned),
    renew: row.renew === 1n,
    term: Number(row.term),
    acceptedAt: Number(row.accepted_ms),
    termAt: Number(row.term_ms),
    maturesAt: Number(endOfTerm(row, row.term_ms)),
    settledAt: row.settled_ms === null ? null : Number(row.settled_ms),
  }
}
