import type en from '../../i18n/locales/en/records.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    records: typeof en
  }
}

export const records = part('records', () => import('./compose.ts'))
