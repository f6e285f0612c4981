import { createNotifications } from '../../../machines/actors/notifications.ts'
import { createPushBrowser } from '../../../machines/actors/push-browser.ts'
import { notificationsMachine } from '../../../machines/user/notifications.ts'
import type { Ground } from '../../app/ground.ts'

export const compose = ({ client }: Ground) => {
  const push = createPushBrowser(globalThis)
  return {
    notifications: notificationsMachine.provide({ actors: createNotifications(client, push) }),
    permission: push.permission,
  }
}
