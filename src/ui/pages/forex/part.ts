import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    forex: typeof en
  }
}

export const forex = part('forex', () => import('./compose.ts'))
