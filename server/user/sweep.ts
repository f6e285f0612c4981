import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import type { Work } from '../platform/work.ts'
import { IDLE_SECONDS } from './sessions.ts'

const EVERY_MS = 10 * 60_000

/** Removes what has expired: sessions, nonces, codes. Nothing depends on it: each is refused by its time already. */
export function userWork({ db, clock }: Platform): Work {
  let nextMs = 0
  return {
    name: 'sweep of sessions, nonces and codes',
    async run() {
      if (clock.now() < nextMs) return 0
      nextMs = clock.now() + EVERY_MS
      const now = nowSeconds(clock)
      const results = [
        await db
          .deleteFrom('sessions')
          .where((eb) => eb.or([eb('expires_at', '<=', BigInt(now)), eb('seen_at', '<=', BigInt(now - IDLE_SECONDS))]))
          .executeTakeFirst(),
        await db.deleteFrom('login_nonces').where('expires_at', '<=', BigInt(now)).executeTakeFirst(),
        await db.deleteFrom('codes').where('expires_at', '<=', BigInt(now)).executeTakeFirst(),
      ]
      return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
    },
  }
}
