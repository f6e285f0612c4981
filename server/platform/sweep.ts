import type { Platform } from './context.ts'
import { forgetAnnouncements } from './nodes/announce.ts'
import type { Job } from './unit/job.ts'
import { forgetRequests } from './unit/requests.ts'

const EVERY_MS = 10 * 60_000

/**
 * Removes expired rows every ten minutes; for rows that are already refused by their time, so that the moment of removal does not matter.
 *
 * @param remove returns the number of removed rows
 */
export function sweep({ clock }: Pick<Platform, 'clock'>, name: string, remove: () => Promise<number>): Job {
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

/** Removes stored answers of requests that can no longer be repeated, and delivered announcements between nodes. */
export const platformWork = (platform: Platform): Job =>
  sweep(
    platform,
    'requests and announcements',
    async () => (await forgetRequests(platform)) + (await forgetAnnouncements(platform)),
  )
