import type { Lang } from './first-fields.ts'

const tags: Record<Lang, string> = {
  en: 'en',
  zh: 'zh-Hans',
  hk: 'zh-Hant-HK',
  es: 'es-419',
  it: 'it',
  jp: 'ja',
  ko: 'ko',
  pt: 'pt',
  vn: 'vi',
}

/** The BCP 47 tag of one of the product's languages: for `lang` attributes and for Intl. */
export const bcp47 = (lang: Lang): string => tags[lang]
