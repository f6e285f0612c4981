import type en from '../../i18n/locales/en/home.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    home: typeof en
  }
}

/** What home says besides its first screen. */
export const home = part('home')
