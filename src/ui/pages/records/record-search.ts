import * as v from 'valibot'
import * as f from '../../../api/wire/fields.ts'
import type { RecordSearch } from '../../../machines/money/recordList.ts'
import { readAmount } from '../../../machines/parts/typed-amount.ts'
import { bcp47 } from '../../format/format.ts'
import { marksOf } from '../../format/typed.ts'
import type { UiKey } from '../../i18n/texts.ts'
import { causeName, causes, labelOf } from './labels.ts'

const SIGN = /^[-+−]\s*/
/** More decimals than any currency has. */
const SCALE = 18

/**
 * What typed words search for: an amount as the language writes it, with or without a sign and a currency; the labels of movements and of
 * their causes; and what notes and ids contain. Nothing for none.
 */
export function searchOf(typed: string, lang: f.Lang, t: (key: UiKey) => string): RecordSearch {
  const text = typed.trim()
  if (text === '') return {}
  const amount = amountIn(text, lang)
  const steps = stepsNamed(text, lang, t).join(',')
  return { text, ...(amount !== undefined && { amount }), ...(steps !== '' && { steps }) }
}

function amountIn(text: string, lang: f.Lang): string | undefined {
  const code = /[a-z]+/i.exec(text)?.[0] ?? ''
  const read = readAmount(text.replace(SIGN, ''), marksOf(lang), { code, scale: SCALE, shown: SCALE })
  // A longer number is one of a note: no movement has such an amount.
  return read.type === 'amount' && v.is(f.decimal, read.text) ? read.text : undefined
}

function stepsNamed(text: string, lang: f.Lang, t: (key: UiKey) => string): string[] {
  const lower = (words: string) => words.toLocaleLowerCase(bcp47(lang))
  const wanted = lower(text)
  const isNamed = (key: UiKey) => lower(t(key)).includes(wanted)
  return Object.entries(causes).flatMap(([cause, { steps }]) =>
    Object.keys(steps).flatMap((step) =>
      isNamed(labelOf({ cause, step })) || isNamed(causeName(cause)) ? [`${cause}.${step}`] : [],
    ),
  )
}
