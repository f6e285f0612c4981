import type en from '../../i18n/locales/en/market.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    market: typeof en
  }
}

export const market = part('market', () => import('./compose.ts'))
