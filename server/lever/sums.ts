import { sql } from 'kysely'
import { type LeverDirection, notionalOf } from '../../src/rules/lever.ts'
import type { Minor } from '../../src/rules/money.ts'
import type { Db } from '../platform/database/database.ts'

/** What a person's live contracts on a symbol, in a direction, come to: `quantity`, `worth` and `limited` of those that are open. */
type LiveSum = {
  symbol: string
  direction: LeverDirection
  margin: Minor
  reserve: Minor
  quantity: Minor
  worth: Minor
  limited: Minor
}

/** What a person's live contracts come to, in minor units: summed by the database, however many there are. */
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

/** What positions of a symbol, in a direction, gain together at a price: what each is worth comes out even, so that no order matters. */
export function profitOfSum({ symbol, direction, quantity, worth, limited }: LiveSum, price: Minor): Minor {
  const gained = notionalOf(symbol, quantity, price) - worth
  return (direction === 'long' ? gained : -gained) - limited
}
