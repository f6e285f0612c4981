import type { Platform } from '../platform/context.ts'
import { sweep } from '../platform/sweep.ts'
import type { Job } from '../platform/unit/job.ts'
import { REQUESTS_KEPT_SECONDS } from '../platform/unit/requests.ts'

/** Removes unused quotes, once the answers that name them are no longer stored. Executed swaps stay. */
export const quoteSweep = (platform: Platform): Job =>
  sweep(platform, 'quotes of swaps', async () => {
    const before = BigInt(platform.clock.now() - REQUESTS_KEPT_SECONDS * 1_000)
    const { numDeletedRows } = await platform.db
      .deleteFrom('swaps')
      .where('state', '=', 'expired')
      .where('settled_ms', '<=', before)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
