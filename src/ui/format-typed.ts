import type { Lang } from '../api/first-fields.ts'
import type { Marks } from '../rules/typed-amount.ts'
import { formatter, write } from './format.ts'

/** An amount as a field holds it: with the language's decimal mark, and ungrouped, so that it can be edited digit by digit. */
export const formatTyped = (text: string, lang: Lang): string =>
  write(text, lang, { maximumFractionDigits: 18, useGrouping: false })

/** The marks by which a language writes numbers, and by which what is typed is read. */
export function marksOf(lang: Lang): Marks {
  const parts = formatter(lang, {}).formatToParts(1_234_567.5)
  const mark = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value ?? ''
  return { decimal: mark('decimal'), group: mark('group') }
}
