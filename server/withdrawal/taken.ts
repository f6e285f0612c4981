import { valueAt } from '../market/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'

/** Any age: the last recorded price is used. */
const EVER = Number.MAX_SAFE_INTEGER

/** What a user has withdrawn since a time (ms) without a bounce, in minor units of USDT: it is elsewhere, and not lost. */
export async function takenSince(db: Db | Tx, userId: string, sinceMs: number): Promise<bigint> {
  const taken = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => ['currency', fn.sum<bigint | string>('amount').as('amount')])
    .where('user_id', '=', userId)
    .where('accepted_ms', '>', BigInt(sinceMs))
    .where('state', 'in', ['approved', 'sent', 'confirmed'])
    .groupBy('currency')
    .execute()
  let value = 0n
  for (const { currency, amount } of taken) {
    value += (await valueAt(db, { currency, amount: BigInt(amount) }, EVER))?.value ?? 0n
  }
  return value
}
