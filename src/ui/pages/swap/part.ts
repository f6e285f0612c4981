import type en from '../../i18n/locales/en/swap.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    swap: typeof en
  }
}

export const swap = part('swap', () => import('./compose.ts'))
