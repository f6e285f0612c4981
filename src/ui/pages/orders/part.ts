import type en from '../../i18n/locales/en/orders.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    orders: typeof en
  }
}

export const orders = part('orders', () => import('./compose.ts'))
