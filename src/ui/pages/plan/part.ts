import type en from '../../i18n/locales/en/plan.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    plan: typeof en
  }
}

export const plan = part('plan', () => import('./compose.ts'))
