import type en from '../../i18n/locales/en/withdrawal.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    withdrawal: typeof en
  }
}

export const withdrawal = part('withdrawal', () => import('./compose.ts'))
