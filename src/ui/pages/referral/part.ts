import type en from '../../i18n/locales/en/referral.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    referral: typeof en
  }
}

export const referral = part('referral', () => import('./compose.ts'))
