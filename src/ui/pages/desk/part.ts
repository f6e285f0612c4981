import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    desk: typeof en
  }
}

export const desk = part('desk')
