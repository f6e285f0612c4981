import type en from '../../i18n/locales/en/kyc.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    kyc: typeof en
  }
}

export const kyc = part('kyc', () => import('./compose.ts'))
