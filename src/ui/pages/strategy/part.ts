import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    strategy: typeof en
  }
}

export const strategy = part('strategy', () => import('./compose.ts'))
