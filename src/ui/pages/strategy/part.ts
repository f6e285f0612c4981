import type en from '../../i18n/locales/en/strategy.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    strategy: typeof en
  }
}

export const strategy = part('strategy', () => import('./compose.ts'))
