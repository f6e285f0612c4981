import { sql } from 'kysely'
import type { Minor } from '../../src/rules/money/money.ts'
import type { Platform } from '../platform/context.ts'
import { fillSums } from './fill-sums.ts'
import { DAY, QUARTER } from './movement-sums.ts'
import type { Movement } from './movements.ts'

/**
 * The balance of its currency right after each movement, in minor units, by the movement's id: the present balance less what came later.
 * That is read from entries up to the end of its quarter of an hour, then from the stored sums of quarters and of days.
 *
 * @param movements newest first, with no other movement of the user between two of one currency
 * @throws Refusal `tooManyRequests` if the sums are not complete yet, and too many wait for theirs
 */
export async function balancesAfter(
  platform: Platform,
  userId: string,
  movements: readonly Movement[],
): Promise<ReadonlyMap<string, Minor>> {
  const balances = new Map<string, Minor>()
  if (movements.length === 0) return balances
  await fillSums(platform, userId)
  const byCurrency = Map.groupBy(movements, ({ currency }) => currency)
  const parts = [...byCurrency.values()].flatMap(([newest]) => (newest ? [partsAfter(userId, newest)] : []))
  // One statement, so that all of it is of one moment.
  const statement = sql<{ currency: string; amount: Minor }>`${sql.join(parts, sql` union all `)}`
  const rows = Map.groupBy((await statement.execute(platform.db)).rows, ({ currency }) => currency)
  for (const [currency, own] of byCurrency) {
    let after = (rows.get(currency) ?? []).reduce((sum, { amount }) => sum + amount, 0n)
    for (const { id, amount } of own) {
      balances.set(id, after)
      after -= amount
    }
  }
  return balances
}

/** The present balance of a movement's currency, and with the opposite sign what came after the movement. */
function partsAfter(userId: string, { id, at, currency }: Movement) {
  const [quarter, day] = [BigInt(QUARTER), BigInt(DAY)]
  const [quarterEnd, dayEnd] = [at - (at % quarter) + quarter, at - (at % day) + day]
  const own = sql`user_id = ${userId} and currency = ${currency}`
  const sums = sql`select currency, paid - received from movement_sums where ${own}`
  return sql`select currency, balance as amount from accounts where ${own}
    union all select currency, -amount from entries where account_id in (select id from accounts where ${own})
      and at < ${quarterEnd} and (at, transfer_id) > (${at}, ${id})
    union all ${sums} and width = ${sql.lit(QUARTER)} and at >= ${quarterEnd} and at < ${dayEnd}
    union all ${sums} and width = ${sql.lit(DAY)} and at >= ${dayEnd}`
}
