import type en from '../../i18n/locales/en/news.json'
import { part } from '../../part.ts'

declare module '../../i18n/texts.ts' {
  interface Texts {
    news: typeof en
  }
}

export const news = part('news', () => import('./compose.ts'))
