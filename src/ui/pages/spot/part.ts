import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    spot: typeof en
  }
}

export const spot = part('spot', () => import('./compose.ts'))
