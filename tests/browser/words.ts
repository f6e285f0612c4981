import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lang } from '../../src/api/fields.ts'
import type { UiKey } from '../../src/ui/i18n/texts.ts'

export type Words = Record<UiKey, string>

const LOCALES = join(import.meta.dirname, '../../src/ui/i18n/locales')
const MESSAGES = 'messages.json'

const read = (lang: Lang, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(LOCALES, lang, file), 'utf8'))

/** What the app says in a language, whatever file it stands in. */
export const wordsIn = (lang: Lang): Words => {
  const files = readdirSync(join(LOCALES, lang)).filter((file) => file !== MESSAGES)
  return Object.assign({}, ...files.map((file) => read(lang, file)))
}

/** The same, with the messages of the server. */
export const textsIn = (lang: Lang): Record<string, string> => ({ ...wordsIn(lang), ...read(lang, MESSAGES) })

/** What the app says in English. */
export const words = wordsIn('en')
