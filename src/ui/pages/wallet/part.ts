import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    wallet: typeof en
  }
}

export const wallet = part('wallet', () => import('./compose.ts'))
