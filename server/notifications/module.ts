import type { Module } from '../module.ts'
import { readFrom } from '../platform/unit/defer.ts'
import { notificationDelivery } from './delivery.ts'
import { settingsOf } from './settings.ts'
import { subscriptionsOf } from './subscriptions.ts'

export { sendOut } from './outbox.ts'
export { pushKeysOf } from './push-keys.ts'
export { changeSettings, settingsOf } from './settings.ts'
export { subscribe, subscribed, unsubscribe } from './subscriptions.ts'

/** Delivery of messages by e-mail and Web Push, and notification settings. */
export const notifications: Module = {
  name: 'notifications',
  migrations: new URL('./migrations/', import.meta.url),
  jobs: (platform) => [notificationDelivery(platform)],
  exports: {
    notifications: async (platform, { userId }) => [
      { ...(await settingsOf(readFrom(platform), userId)), push: await subscriptionsOf(platform, userId) },
    ],
  },
}
