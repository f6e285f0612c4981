import type en from '../../i18n/locales/en/user.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    user: typeof en
  }
}

export const user = part('user')
