import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    records: typeof en
  }
}

export const records = part('records', () => import('./compose.ts'))
