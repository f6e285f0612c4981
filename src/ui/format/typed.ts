import type { Lang } from '../../api/wire/first-fields.ts'
import type { Marks } from '../../machines/parts/typed-amount.ts'
import { formatter, write } from './format.ts'

/** An amount for a field: with the language's decimal mark, without grouping, for editing. */
export const formatTyped = (text: string, lang: Lang): string =>
  write(text, lang, { maximumFractionDigits: 18, useGrouping: false })

/** A language's number marks, for formatting and parsing. */
export function marksOf(lang: Lang): Marks {
  const parts = formatter(lang, {}).formatToParts(1_234_567.5)
  const mark = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value ?? ''
  return { decimal: mark('decimal'), group: mark('group') }
}
