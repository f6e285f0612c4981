import { sql } from 'kysely'
import { type LeverDirection, notionalOf } from '../../src/rules/lever/lever.ts'
import type { Minor } from '../../src/rules/money/money.ts'
import type { Db } from '../platform/database/database.ts'

/** Sums of a user's live contracts by symbol and direction; `quantity`, `worth` (the notional) and `limited` of open ones only. */
type LiveSum = {
  symbol: string
  direction: LeverDirection
  margin: Minor
  reserve: Minor
  quantity: Minor
  worth: Minor
  limited: Minor
}

/** Sums of a user's live contracts, in minor units, calculated by the database. */
export async function liveSumsOf(db: Db, userId: string): Promise<LiveSum[]> {
  const open = (column: string) => sql`sum(case when open_seq is null then 0 else ${sql.ref(column)} end)`
  const { rows } = await sql<Record<keyof LiveSum, string | bigint>>`
    select symbol, direction, sum(margin + adding) as margin, sum(case when open_seq is null then reserve else 0 end) as reserve,
      ${open('quantity')} as quantity, ${open('worth')} as worth, ${open('limited')} as limited
    from levers where user_id = ${userId} and settled_ms is null group by symbol, direction`.execute(db)
  return rows.map(({ symbol, direction, ...sums }) => ({
    symbol: String(symbol),
    direction: direction === 'long' ? 'long' : 'short',
    margin: BigInt(sums.margin),
    reserve: BigInt(sums.reserve),
    quantity: BigInt(sums.quantity),
    worth: BigInt(sums.worth),
    limited: BigInt(sums.limited),
  }))
}

/** The profit of all positions on a symbol in a direction at a price: each notional is a whole number, so that summing needs no rounding. */
export function profitOfSum({ symbol, direction, quantity, worth, limited }: LiveSum, price: Minor): Minor {
  const gained = notionalOf(symbol, quantity, price) - worth
  return (direction === 'long' ? gained : -gained) - limited
}
