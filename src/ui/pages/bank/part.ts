import type en from '../../i18n/locales/en/bank.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    bank: typeof en
  }
}

export const bank = part('bank', () => import('./compose.ts'))
