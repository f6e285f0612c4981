import { sql } from 'kysely'
import type { LoanStatistics } from '../../src/api/money/loan.ts'
import { DAILY_LIMIT_MS } from '../../src/rules/deposit/deposit.ts'
import { chargedBy, LOAN_CURRENCY, owedOf } from '../../src/rules/loan/loan.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import { liveOf } from '../orders/module.ts'
import type { Platform } from '../platform/context.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Reads, readFrom } from '../platform/unit/defer.ts'
import { sumsOf } from '../platform/unit/sums.ts'
import { loanKind } from './kind.ts'
import { agreedOf, dueOf, type LoanRow, standingAt } from './order.ts'

const openOf = async (reads: Reads, userId: string): Promise<readonly LoanRow[]> =>
  (await liveOf(reads, loanKind, userId)).filter(({ start_ms }) => start_ms !== null)

/** A user's loan debt at a time (ms), in minor units. */
export async function owedBy(reads: Reads, userId: string, nowMs: number): Promise<Minor> {
  const open = await openOf(reads, userId)
  return open.reduce((sum, row) => sum + owedOf(standingAt(row, nowMs)).total, 0n)
}

/** The total cost of a user's loans at some times (ms), the earliest first, paid or not: in minor units. */
export async function chargedUpTo(db: Db, userId: string, moments: readonly number[]): Promise<Minor[]> {
  const loans = await db
    .selectFrom('loans')
    .selectAll()
    .where('user_id', '=', userId)
    .where('start_ms', 'is not', null)
    .where((eb) => eb.or([eb('settled_ms', 'is', null), eb('settled_ms', '>=', BigInt(moments[0] ?? 0))]))
    .execute()
  if (loans.length === 0) return moments.map(() => 0n)
  const ids = loans.map(({ id }) => id)
  const payments = await db
    .selectFrom('loan_payments')
    .select(['loan_id', 'at_ms', 'principal'])
    .where('loan_id', 'in', ids)
    .where('principal', '>', 0n)
    .orderBy('number')
    .execute()
  const costs = loans.map((row) => {
    const repaid = payments.filter(({ loan_id }) => loan_id === row.id)
    return chargedBy(
      agreedOf(row),
      repaid.map(({ at_ms, principal }) => ({ atMs: Number(at_ms), principal })),
      moments,
    )
  })
  return moments.map((_, index) => costs.reduce((sum, cost) => sum + (cost[index] ?? 0n), 0n))
}

/** What a user has applied for within the last day, in minor units, without rejected applications. */
export const appliedFor = (reads: Reads, userId: string): Promise<Minor> => reads.read(applied, userId)

const applied = sumsOf('loans', 'amount', { where: sql`state <> 'refused'`, withinMs: DAILY_LIMIT_MS })

/** The sum of a user's undecided applications, in minor units. */
export async function underReview(db: Db | Tx, userId: string): Promise<Minor> {
  const row = await db
    .selectFrom('loans')
    .select('amount')
    .where('user_id', '=', userId)
    .where('state', '=', 'pendingReview')
    .executeTakeFirst()
  return row?.amount ?? 0n
}

/** Totals of a user's loans. */
export async function statisticsOf(platform: Pick<Platform, 'db' | 'clock'>, userId: string): Promise<LoanStatistics> {
  const { db } = platform
  const nowMs = platform.clock.now()
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
  const open = await openOf(readFrom(platform), userId)
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
