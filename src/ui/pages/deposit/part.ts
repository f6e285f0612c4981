import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    deposit: typeof en
  }
}

export const deposit = part('deposit')
