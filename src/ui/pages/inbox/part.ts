import type en from '../../i18n/locales/en/inbox.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    inbox: typeof en
  }
}

export const inbox = part('inbox', () => import('./compose.ts'))
