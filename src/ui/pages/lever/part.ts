import type en from '../../i18n/locales/en/lever.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    lever: typeof en
  }
}

export const lever = part('lever', () => import('./compose.ts'))
