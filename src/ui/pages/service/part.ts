import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    service: typeof en
  }
}

export const service = part('service', () => import('./compose.ts'))
