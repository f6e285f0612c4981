import type en from '../../i18n/locales/en/home.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    home: typeof en
  }
}

/** Home's texts beyond the first screen. */
export const home = part('home')
