import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    session: typeof en
  }
}

export const entry = part('session', () => import('./compose.ts'))

/** Sign-in texts for other pages. */
export const entryWords = part('session')
