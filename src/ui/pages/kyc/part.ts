import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    kyc: typeof en
  }
}

export const kyc = part('kyc')
