import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    lever: typeof en
  }
}

export const lever = part('lever', () => import('./compose.ts'))
