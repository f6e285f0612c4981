import type en from '../../i18n/locales/en/session.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    session: typeof en
  }
}

export const entry = part('session', () => import('./compose.ts'))

/** Sign-in texts for other pages. */
export const entryWords = part('session')
