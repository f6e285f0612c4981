import type { Platform } from './context.ts'
import { forgetAnnouncements } from './nodes/announce.ts'
import { forgetRequests } from './unit/requests.ts'
import type { Work } from './unit/work.ts'

const EVERY_MS = 10 * 60_000

/**
 * Removes every ten minutes what has expired. It is for what is refused by its time already: when it goes matters to
 * nobody.
 *
 * @param remove answers how many rows went
 */
export function sweep({ clock }: Pick<Platform, 'clock'>, name: string, remove: () => Promise<number>): Work {
  let nextMs = 0
  return {
    name: `sweep of ${name}`,
    async run() {
      if (clock.now() < nextMs) return 0
      nextMs = clock.now() + EVERY_MS
      return remove()
    },
  }
}

/** Removes the answers to requests that nobody will send again, and what the nodes have heard of each other. */
export const platformWork = (platform: Platform): Work =>
  sweep(
    platform,
    'requests and announcements',
    async () => (await forgetRequests(platform)) + (await forgetAnnouncements(platform)),
  )
