import type { PushSubscriptionKeys } from '../../api/notifications.ts'
import type { Permission } from '../user/notifications.ts'

/** What of this browser showing what is pushed takes. */
export type PushBrowser = {
  permission(): Permission
  /** Asks the person, where they were not asked yet. */
  ask(): Promise<Permission>
  /** Subscribes anew. @param key the server's (VAPID) */
  subscribe(key: string): Promise<PushSubscriptionKeys>
  unsubscribe(): Promise<void>
  isSubscribed(): Promise<boolean>
}

/** How long the worker of a first visit may take until it stands. */
const READY_MS_MAX = 15_000

/** Where a page has a worker, the means to subscribe, and the means to show: on some systems only where the app is installed. */
export function createPushBrowser({
  navigator,
  Notification,
}: Pick<typeof globalThis, 'navigator' | 'Notification'>): PushBrowser {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in globalThis && Notification !== undefined
  const manager = async () => {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('no service worker')), READY_MS_MAX),
    )
    return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager
  }
  /** While developing there is no worker: `ready` would wait for ever. */
  const current = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
  return {
    permission: () => (isSupported ? Notification.permission : 'unsupported'),
    ask: () => Notification.requestPermission(),
    async subscribe(key) {
      const push = await manager()
      // One that was made for another key, or for who was signed in before, is of no use.
      await (await push.getSubscription())?.unsubscribe()
      const { endpoint, keys } = (await push.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON()
      return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
    },
    async unsubscribe() {
      if (isSupported) await (await current())?.unsubscribe()
    },
    isSubscribed: async () => isSupported && Notification.permission === 'granted' && (await current()) != null,
  }
}
