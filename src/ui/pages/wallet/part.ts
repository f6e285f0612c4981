import type en from '../../i18n/locales/en/wallet.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    wallet: typeof en
  }
}

export const wallet = part('wallet', () => import('./compose.ts'))
