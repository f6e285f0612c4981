import { type RawBuilder, sql } from 'kysely'
import type { Check } from '../platform/database/check.ts'

/**
 * Finds the orders of a kind whose transfers differ from their rows, in any account or amount.
 *
 * @param cause of the kind's transfers, which is the kind's name
 * @param moved the expected total of each order by its row: rows of `id`, `account_id` and `amount`, in minor units
 */
export const trailCheck = (cause: string, moved: RawBuilder<{ id: string }>): Check => ({
  rows: sql`select what, account_id as account, sum(amount) as difference from (
    select transfers.cause_id as what, entries.account_id, entries.amount from entries
      inner join transfers on transfers.id = entries.transfer_id where entries.cause = ${cause}
    union all select id as what, account_id, -amount as amount from (${moved}) as moved
  ) as trail group by what, account_id having sum(amount) <> 0`,
  describe: (what) => `the money of ${cause} ${what} is not where its row says`,
})
