import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lang } from '../../src/api/fields.ts'
import first from '../../src/ui/i18n/locales/en/first.json' with { type: 'json' }
import ui from '../../src/ui/i18n/locales/en/ui.json' with { type: 'json' }

/** What the app says in English. */
export const words = { ...first, ...ui }
export type Words = typeof words

const LOCALES = join(import.meta.dirname, '../../src/ui/i18n/locales')

/** What the app says in a language. */
export function wordsIn(lang: Lang): Words {
  const read = (part: string) => JSON.parse(readFileSync(join(LOCALES, lang, `${part}.json`), 'utf8'))
  return { ...read('first'), ...read('ui') }
}
