import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { sweep } from '../platform/sweep.ts'
import type { Job } from '../platform/unit/job.ts'

/** Removes expired nonces, challenges and codes. */
export const securityWork = (platform: Platform): Job =>
  sweep(platform, 'nonces and codes', async () => {
    const { db, clock } = platform
    const now = BigInt(nowSeconds(clock))
    const nonces = await db.deleteFrom('login_nonces').where('expires_at', '<=', now).executeTakeFirst()
    const challenges = await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).executeTakeFirst()
    const codes = await db.deleteFrom('codes').where('expires_at', '<=', now).executeTakeFirst()
    return Number(nonces.numDeletedRows + challenges.numDeletedRows + codes.numDeletedRows)
  })
