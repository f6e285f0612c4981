import { sql } from 'kysely'
import { trailCheck } from '../ledger/module.ts'
import type { Check } from '../platform/database/check.ts'

/** Invariants of deposits: each is credited once, with the received amount, and only if its provider has reported it. */
export const depositChecks: readonly Check[] = [
  {
    rows: sql`select reference as what, count(*) as deposits from deposits where reference is not null group by reference having count(*) > 1`,
    describe: (what) => `reference ${what} is of more than one deposit`,
  },
  {
    // A restart has no provider.
    rows: sql`select id as what, way, currency, amount, arrived from deposits where state = 'succeeded'
      and (reference is null or arrived is null or (way = 'again' and reference <> 'again-' || id))`,
    describe: (what) => `deposit ${what} was credited without a reference`,
  },
  {
    rows: sql`select reference as what, account, currency from (
        select reference, account, currency from deposits where state = 'succeeded' and way <> 'again' and reference is not null
        except select reference, account, currency from provider_calls where outcome = 'confirmed'
      ) as unsaid`,
    describe: (what) => `no provider confirmed the deposit of reference ${what}`,
  },
  trailCheck(
    'deposit',
    sql`select id, user_id || ':' || currency || ':available' as account_id, coalesce(arrived, 0) as amount
        from deposits where state = 'succeeded'
      union all select id, 'platform:issuance:' || currency, -coalesce(arrived, 0) from deposits where state = 'succeeded'`,
  ),
]
