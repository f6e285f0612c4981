import type en from '../../i18n/locales/en/session.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    session: typeof en
  }
}

export const entry = part('session', () => import('./compose.ts'))

/** What the ways in say, where they stand on another page. */
export const entryWords = part('session')
