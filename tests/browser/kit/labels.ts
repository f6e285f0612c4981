import type { Lang } from '../../../src/api/wire/fields.ts'
import type { UiKey } from '../../../src/ui/i18n/texts.ts'
import { textsOf } from '../../../vite.texts.ts'

export type Labels = Record<UiKey, string>

/** The app's texts in a language, from all files. */
export const wordsIn = (lang: Lang): Labels => {
  const texts = textsOf(lang)
  texts.delete('messages')
  return Object.assign({}, ...texts.values())
}

/** The same, with the server's messages. */
export const textsIn = (lang: Lang): Record<string, string> => Object.assign({}, ...textsOf(lang).values())

/** The English texts. */
export const words = wordsIn('en')

/** Languages in Latin letters, whose texts are longer than Chinese, Japanese and Korean ones. */
const LATIN = ['en', 'es', 'it', 'pt', 'vn'] as const satisfies Lang[]
/** A single word of this length fills a button on a small screen. */
const LONG_WORD = 14

/** For each key the text with the longest word if that is long, otherwise the longest text: where these fit, all do. */
export const widest = ((): Record<string, string> => {
  const all = LATIN.map(textsIn)
  const wordOf = (text: string) =>
    Math.max(
      ...text
        .replace(/\{\{\w+\}\}/g, '')
        .split(/\s/)
        .map(({ length }) => length),
    )
  const widthOf = (text: string) => Math.max(0, wordOf(text) - LONG_WORD) * 1000 + text.length
  const pick = (texts: string[]) => texts.reduce((most, text) => (widthOf(text) > widthOf(most) ? text : most))
  return Object.fromEntries(Object.keys(all[0] ?? {}).map((key) => [key, pick(all.map((texts) => texts[key] ?? ''))]))
})()
