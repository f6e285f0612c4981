import type en from '../../i18n/locales/en/spot.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    spot: typeof en
  }
}

export const spot = part('spot', () => import('./compose.ts'))
