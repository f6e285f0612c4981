import { forgetAnnouncements } from '../platform/announce.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { forgetRequests } from '../platform/requests.ts'
import type { Work } from '../platform/work.ts'
import { IDLE_SECONDS } from './sessions.ts'

const EVERY_MS = 10 * 60_000

/**
 * Removes what has expired: sessions, nonces and codes, each of which is refused by its time already; and the answers to
 * requests that nobody will send again.
 */
export function userWork({ db, clock }: Platform): Work {
  let nextMs = 0
  return {
    name: 'sweep of sessions, nonces, codes and requests',
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
      const requests = (await forgetRequests({ db, clock })) + (await forgetAnnouncements({ db, clock }))
      return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), requests)
    },
  }
}
