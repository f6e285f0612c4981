import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    inbox: typeof en
  }
}

export const inbox = part('inbox', () => import('./compose.ts'))
