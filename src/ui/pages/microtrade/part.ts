import type en from '../../i18n/locales/en/microtrade.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    microtrade: typeof en
  }
}

export const microtrade = part('microtrade', () => import('./compose.ts'))
