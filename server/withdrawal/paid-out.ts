import { sql } from 'kysely'
import type { Minor } from '../../src/rules/money/money.ts'
import { valueAt } from '../market/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { WithdrawalRow } from './order.ts'

/** Fields stored when a withdrawal leaves the wallet, at a time in ms: its value then, without its fee, which is a cost. */
export const leavingOf = async (
  db: Db | Tx,
  { currency, amount, fee }: Pick<WithdrawalRow, 'currency' | 'amount' | 'fee'>,
  atMs: number,
): Promise<{ left_value: Minor }> => ({
  left_value: (await valueAt(db, { currency, amount: amount - fee }, atMs))?.value ?? 0n,
})

/**
 * What has left a user's wallets since a time (ms), as a negative sum, in minor units of USDT. A bounced withdrawal counts at its value
 * when it left.
 */
export async function paidOutSince(db: Db, userId: string, sinceMs: number): Promise<Minor> {
  const since = BigInt(sinceMs)
  const left = db.selectFrom('withdrawals').where('user_id', '=', userId).where('approved_ms', 'is not', null)
  // The withdrawals that bounced in that time, less those that left in it.
  const times = sql<bigint>`case when state = 'bounced' and settled_ms >= ${since} then 1 else 0 end
    - case when approved_ms >= ${since} then 1 else 0 end`
  const { sum } = await left
    .select(sql<bigint | string | null>`sum(left_value * (${times}))`.as('sum'))
    .where('left_value', 'is not', null)
    .executeTakeFirstOrThrow()
  const unvalued = await left
    .select(['currency', 'amount', 'fee', 'approved_ms', times.as('times')])
    .where('left_value', 'is', null)
    .execute()
  let value = BigInt(sum ?? 0n)
  for (const { times, approved_ms, ...row } of unvalued) {
    value += BigInt(times) * (await leavingOf(db, row, Number(approved_ms))).left_value
  }
  return value
}
