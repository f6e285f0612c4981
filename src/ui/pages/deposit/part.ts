import type en from '../../i18n/locales/en/deposit.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    deposit: typeof en
  }
}

export const deposit = part('deposit', () => import('./compose.ts'))
