import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { sweep } from '../platform/sweep.ts'
import type { Job } from '../platform/unit/job.ts'
import { IDLE_SECONDS } from './sessions.ts'

/** Removes sessions that have ended. */
export const userWork = (platform: Platform): Job =>
  sweep(platform, 'sessions', async () => {
    const now = nowSeconds(platform.clock)
    const { numDeletedRows } = await platform.db
      .deleteFrom('sessions')
      .where((eb) => eb.or([eb('expires_at', '<=', BigInt(now)), eb('seen_at', '<=', BigInt(now - IDLE_SECONDS))]))
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
