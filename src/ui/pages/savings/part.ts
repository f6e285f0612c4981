import type en from '../../i18n/locales/en/savings.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    savings: typeof en
  }
}

export const savings = part('savings', () => import('./compose.ts'))
