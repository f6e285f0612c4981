import type en from '../../i18n/locales/en/forex.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    forex: typeof en
  }
}

export const forex = part('forex', () => import('./compose.ts'))
