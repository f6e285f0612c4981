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

/** A language's number format, in Latin digits. Thousands are grouped from four digits on, also where its texts group from five. */
export const numberFormat = (lang: Lang, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new Intl.NumberFormat(bcp47(lang), { numberingSystem: 'latn', useGrouping: 'always', ...options })
