import type { Page } from '@playwright/test'
import type { Lang } from '../../../src/api/wire/fields.ts'
import messages from '../../../src/ui/i18n/locales/en/messages.json' with { type: 'json' }
import { type Labels, words } from './labels.ts'

const LETTERS: Record<string, string> = {
  a: 'ȧ',
  c: 'ƈ',
  d: 'ḓ',
  e: 'ḗ',
  i: 'ī',
  n: 'ƞ',
  o: 'ǿ',
  s: 'ş',
  t: 'ŧ',
  u: 'ŭ',
}

/** A pseudo-translation: in brackets, with accented letters, about a third longer; parameters stay. */
export const pseudo = (text: string): string => {
  const parts = text.split(/(\{\{[^}]*\}\})/)
  const changed = parts.map((part, at) =>
    at % 2 ? part : part.replace(/[acdeinostu]/g, (letter) => LETTERS[letter] ?? letter),
  )
  return `⟦${changed.join('')}${' ·'.repeat(Math.floor(text.length * 0.17))}⟧`
}

const english: Record<string, string> = { ...words, ...messages }
const pseudoOf = (key: string) => pseudo(english[key] ?? key)

/** The texts in the pseudo-language. */
export const pseudoWords = Object.fromEntries(Object.keys(words).map((key) => [key, pseudoOf(key)])) as Labels

/** Serves these texts instead of a language's own. */
export async function speak(page: Page, lang: Lang, textOf: (key: string) => string): Promise<void> {
  await page.route(new RegExp(`/assets/texts-${lang}-\\w+/\\w+\\.json$`), async (route) => {
    const answer = await route.fetch()
    const own = Object.keys((await answer.json()) as Record<string, string>)
    await route.fulfill({ response: answer, json: Object.fromEntries(own.map((key) => [key, textOf(key)])) })
  })
}

/** Serves the pseudo-language instead of another one. */
export const speakPseudo = (page: Page, lang: Lang): Promise<void> => speak(page, lang, pseudoOf)

/** Text with letters outside the brackets. */
export function outside(text: string): string {
  const inner = text.replace(/⟦[^⟦⟧]*⟧/g, '')
  return inner === text ? text : outside(inner)
}
