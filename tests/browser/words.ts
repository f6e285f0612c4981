import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lang } from '../../src/api/fields.ts'
import first from '../../src/ui/i18n/locales/en/first.json' with { type: 'json' }
import ui from '../../src/ui/i18n/locales/en/ui.json' with { type: 'json' }

/** What the app says in English. */
export const words = { ...first, ...ui }
export type Words = typeof words

const LOCALES = join(import.meta.dirname, '../../src/ui/i18n/locales')

const read = (lang: Lang, part: string) => JSON.parse(readFileSync(join(LOCALES, lang, `${part}.json`), 'utf8'))

/** What the app says in a language. */
export const wordsIn = (lang: Lang): Words => ({ ...read(lang, 'first'), ...read(lang, 'ui') })

/** The same, with the messages of the server. */
export const textsIn = (lang: Lang): Record<string, string> => ({ ...wordsIn(lang), ...read(lang, 'messages') })
