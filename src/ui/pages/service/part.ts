import type en from '../../i18n/locales/en/service.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    service: typeof en
  }
}

export const service = part('service', () => import('./compose.ts'))
