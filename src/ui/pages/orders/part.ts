import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    orders: typeof en
  }
}

export const orders = part('orders', () => import('./compose.ts'))
