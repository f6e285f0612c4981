import type enFirst from './locales/en/first.json'
import type enShared from './locales/en/shared.json'

/** The texts of each noun, in English; a noun's `part.ts` adds its own. `shared`: texts of several nouns. */
export interface Texts {
  first: typeof enFirst
  shared: typeof enShared
}

export type TextsName = keyof Texts

/** A key of one of the files of texts, except `messages.json`. */
export type UiKey = { [N in TextsName]: keyof Texts[N] }[TextsName]
