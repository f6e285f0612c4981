import type { Lang } from '../../api/wire/first-fields.ts'

/** Each language's own name. */
export const languageNames: Record<Lang, string> = {
  en: 'English',
  zh: '简体中文',
  hk: '繁體中文（香港）',
  es: 'Español',
  it: 'Italiano',
  jp: '日本語',
  ko: '한국어',
  pt: 'Português',
  vn: 'Tiếng Việt',
}
