import { sql } from 'kysely'
import { SWAP_VIA } from '../../src/rules/swap/swap.ts'
import { trailCheck } from '../ledger/module.ts'
import type { Module } from '../module.ts'
import { orderModule } from '../orders/module.ts'
import { swapKind } from './kind.ts'
import { swapRoutes } from './routes.ts'
import { quoteSweep } from './sweep.ts'

/** Flash swaps. */
export const swap: Module = orderModule(swapKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ market }) => swapRoutes(market),
  jobs: (platform) => [quoteSweep(platform)],
  checks: [
    trailCheck(
      'swap',
      sql`select id, user_id || ':' || currency || ':available' as account_id, -amount as amount
          from swaps where state = 'executed'
        union all select id, 'platform:swaps:' || currency, amount from swaps where state = 'executed'
        union all select id, 'platform:swaps:' || ${SWAP_VIA}, -fee from swaps where state = 'executed'
        union all select id, 'platform:fees:' || ${SWAP_VIA}, fee from swaps where state = 'executed'
        union all select id, 'platform:swaps:' || receives, -receive from swaps where state = 'executed'
        union all select id, user_id || ':' || receives || ':available', receive from swaps where state = 'executed'`,
    ),
    {
      rows: sql`select user_id as what, count(*) as quotes from swaps where settled_ms is null group by user_id having count(*) > 1`,
      describe: (what) => `user ${what} has more than one live quote of a swap`,
    },
  ],
})
