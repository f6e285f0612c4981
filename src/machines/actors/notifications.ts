import { fromPromise } from 'xstate'
import { type NotificationSettings, notifications, setNotifications } from '../../api/account/notifications.ts'
import type { Client } from '../../api/client/client.ts'
import { result } from '../../api/wire/answer.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import type { Asked, Change } from '../user/notifications.ts'
import { ask } from './ask.ts'
import type { PushBrowser } from './push-browser.ts'

/** Notification settings, and the push subscription of this browser. */
export const createNotifications = (client: Client, push: PushBrowser) => ({
  loadSettings: loadFirstBy(
    fromPromise<NotificationSettings>(async ({ signal }) => {
      const settings = result(await client.call(notifications, {}, { signal }))
      if (!settings.push.here || (await push.isSubscribed())) return settings
      // The user revoked it in the browser's settings.
      return result(await client.call(setNotifications, { action: 'unsubscribe' }, { signal }))
    }),
  ),
  setSettings: ask(
    client,
    setNotifications,
    (change: Change) =>
      change.what === 'details'
        ? { action: 'details' as const, on: change.on }
        : { action: 'switch' as const, kind: change.kind, way: change.way, on: change.on },
    { stays: true },
  ),
  subscribe: fromPromise<Asked, { key: string }>(async ({ input: { key }, signal }) => {
    const permission = await push.ask()
    if (permission !== 'granted') return { permission, settings: null }
    const subscription = await push.subscribe(key)
    const answer = await client.call(setNotifications, { action: 'subscribe', subscription }, { signal })
    return { permission, settings: result(answer) }
  }),
  unsubscribe: fromPromise<NotificationSettings>(async () => {
    // The server first: then nothing is sent, whatever the browser does.
    const settings = result(await client.call(setNotifications, { action: 'unsubscribe' }))
    await push.unsubscribe().catch(() => {})
    return settings
  }),
})
