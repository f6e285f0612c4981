import type { Capability } from '../capability.ts'
import { readFrom } from '../platform/unit/later.ts'
import { notificationDelivery } from './delivery.ts'
import { settingsOf } from './settings.ts'
import { subscriptionsOf } from './subscriptions.ts'

/** What of a person's messages leaves the server, by e-mail and Web Push, and of which they hear at all. */
export const notifications: Capability = {
  name: 'notifications',
  migrations: new URL('./migrations/', import.meta.url),
  works: (platform) => [notificationDelivery(platform)],
  keeps: {
    notifications: async (platform, { userId }) => [
      { ...(await settingsOf(readFrom(platform), userId)), push: await subscriptionsOf(platform, userId) },
    ],
  },
}
