import type en from '../../i18n/locales/en/notifications.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    notifications: typeof en
  }
}

export const notifications = part('notifications', () => import('./compose.ts'))
