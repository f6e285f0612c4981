import { part } from '../../app/part.ts'
import type en from './locales/en.json'

declare module '../../i18n/texts.ts' {
  interface Texts {
    microtrade: typeof en
  }
}

export const microtrade = part('microtrade', () => import('./compose.ts'))
