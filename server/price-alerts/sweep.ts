import type { Platform } from '../platform/context.ts'
import { sweep } from '../platform/sweep.ts'
import type { Job } from '../platform/unit/job.ts'

/** How long an alert that came or was removed is kept, in ms. */
export const ALERTS_KEPT_MS = 30 * 86_400_000

/** Forgets alerts that ended long ago. */
export const alertSweep = (platform: Platform): Job =>
  sweep(platform, 'price alerts', async () => {
    const { numDeletedRows } = await platform.db
      .deleteFrom('price_alerts')
      .where('settled_ms', '<=', BigInt(platform.clock.now() - ALERTS_KEPT_MS))
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
