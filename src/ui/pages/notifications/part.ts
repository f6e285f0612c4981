import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    notifications: typeof en
  }
}

export const notifications = part('notifications', () => import('./compose.ts'))
