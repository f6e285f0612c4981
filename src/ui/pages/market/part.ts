import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    market: typeof en
  }
}

export const market = part('market', () => import('./compose.ts'))
