import type { SavingsSum } from '../../src/api/money/savings.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import type { Db } from '../platform/database/database.ts'
import { interestOf } from './order.ts'

/** Totals of a user's fixed-term deposits, by currency. */
export async function sumsOf(db: Db, userId: string): Promise<SavingsSum[]> {
  const live = await db
    .selectFrom('savings')
    .select(['currency', 'amount', 'rate_bps', 'days'])
    .where('user_id', '=', userId)
    .where('settled_ms', 'is', null)
    .execute()
  const ever = await db
    .selectFrom('savings')
    .select(({ fn }) => ['currency', fn.sum<bigint | string>('earned').as('earned')])
    .where('user_id', '=', userId)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return ever.map(({ currency, earned }) => {
    const { scale } = currencyOf(currency)
    const running = live.filter((order) => order.currency === currency)
    const sum = (of: (order: (typeof live)[number]) => bigint) =>
      formatMoney(
        running.reduce((all, order) => all + of(order), 0n),
        scale,
      )
    return {
      currency,
      running: running.length,
      principal: sum(({ amount }) => amount),
      interest: sum(interestOf),
      earned: formatMoney(BigInt(earned), scale),
    }
  })
}
