import type { LoanStatistics } from '../../src/api/loan.ts'
import { currencyOf } from '../../src/rules/currencies.ts'
import { LOAN_CURRENCY, owedOf } from '../../src/rules/loan.ts'
import { formatMoney, type Minor } from '../../src/rules/money.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { dueOf, standingAt } from './order.ts'

const openOf = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('loans')
    .selectAll()
    .where('user_id', '=', userId)
    .where('start_ms', 'is not', null)
    .where('settled_ms', 'is', null)
    .execute()

/** What a person owes of their loans at a time (ms), in minor units. */
export async function owedBy(db: Db | Tx, userId: string, nowMs: number): Promise<Minor> {
  const open = await openOf(db, userId)
  return open.reduce((sum, row) => sum + owedOf(standingAt(row, nowMs)).total, 0n)
}

/** What a person has applied for since a time (ms), in minor units: what was refused does not count. */
export async function appliedFor(db: Db | Tx, userId: string, sinceMs: number): Promise<Minor> {
  const { amount } = await db
    .selectFrom('loans')
    .select(({ fn }) => fn.sum<bigint | string | null>('amount').as('amount'))
    .where('user_id', '=', userId)
    .where('accepted_ms', '>', BigInt(sinceMs))
    .where('state', '<>', 'refused')
    .executeTakeFirstOrThrow()
  return BigInt(amount ?? 0n)
}

/** What a person has applied for that nobody has decided yet, in minor units. */
export async function underReview(db: Db | Tx, userId: string): Promise<Minor> {
  const row = await db
    .selectFrom('loans')
    .select('amount')
    .where('user_id', '=', userId)
    .where('state', '=', 'pendingReview')
    .executeTakeFirst()
  return row?.amount ?? 0n
}

/** What a person's loans come to. */
export async function statisticsOf(db: Db, userId: string, nowMs: number): Promise<LoanStatistics> {
  const money = (amount: Minor) => formatMoney(amount, currencyOf(LOAN_CURRENCY).scale)
  const ever = await db
    .selectFrom('loans')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('loans'),
      fn.sum<bigint | string | null>('amount').as('borrowed'),
      fn.sum<bigint | string | null>('paid').as('paid'),
      fn.sum<bigint | string | null>('interest_paid').as('interest'),
      fn.sum<bigint | string | null>('fee_paid').as('fee'),
    ])
    .where('user_id', '=', userId)
    .where('start_ms', 'is not', null)
    .executeTakeFirstOrThrow()
  const open = await openOf(db, userId)
  const sum = (value: bigint | string | null) => money(BigInt(value ?? 0n))
  const dues = open.map(dueOf).filter((due) => due !== null)
  return {
    currency: LOAN_CURRENCY,
    open: open.length,
    overdue: open.filter(({ state }) => state === 'overdue').length,
    settled: Number(ever.loans) - open.length,
    borrowed: sum(ever.borrowed),
    unpaid: money(open.reduce((all, row) => all + owedOf(standingAt(row, nowMs)).total, 0n)),
    paid: sum(ever.paid),
    interestPaid: sum(ever.interest),
    feePaid: sum(ever.fee),
    nextDueAt: dues.length === 0 ? null : Math.min(...dues.map(Number)),
  }
}
