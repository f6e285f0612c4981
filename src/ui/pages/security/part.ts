import type en from '../../i18n/locales/en/security.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    security: typeof en
  }
}

export const security = part('security', () => import('./compose.ts'))
