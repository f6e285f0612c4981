import type { PushSubscriptionKeys } from '../../api/account/notifications.ts'

/** The browser's push permission. `unsupported`: none, or only as an installed app. */
export type Permission = 'unsupported' | 'default' | 'granted' | 'denied'

/** The browser APIs that push requires. */
export type PushBrowser = {
  permission(): Permission
  /** Prompts for permission, if it was never asked. */
  ask(): Promise<Permission>
  /** Subscribes again. @param key the server's (VAPID) */
  subscribe(key: string): Promise<PushSubscriptionKeys>
  unsubscribe(): Promise<void>
  isSubscribed(): Promise<boolean>
}

/** How long the service worker of a first visit may take to activate, in ms. */
const READY_MS_MAX = 15_000

/** Whether service worker, push and notifications are available: on some systems only in an installed app. */
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
  /** In development there is no worker: `ready` would never resolve. */
  const current = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
  return {
    permission: () => (isSupported ? Notification.permission : 'unsupported'),
    ask: () => Notification.requestPermission(),
    async subscribe(key) {
      const push = await manager()
      // A subscription for another key, or of the previous user, is useless.
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
