import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    home: typeof en
  }
}

/** Home's texts beyond the first screen. */
export const home = part('home')
