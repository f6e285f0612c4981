import { sql } from 'kysely'
import type { Capability } from '../capability.ts'
import { orderCapability } from '../orders/index.ts'
import { swapKind } from './kind.ts'
import { swapRoutes } from './routes.ts'
import { quoteSweep } from './sweep.ts'

/** Flash swaps. */
export const swap: Capability = orderCapability(swapKind, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: ({ market }) => swapRoutes(market),
  works: (platform) => [quoteSweep(platform)],
  checks: [
    {
      rows: sql`select user_id as what from swaps where settled_ms is null group by user_id having count(*) > 1`,
      says: (what) => `user ${what} has more than one live quote of a swap`,
    },
  ],
})
