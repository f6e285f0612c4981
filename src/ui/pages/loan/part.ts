import type en from '../../i18n/locales/en/loan.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    loan: typeof en
  }
}

export const loan = part('loan', () => import('./compose.ts'))
