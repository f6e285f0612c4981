import { useId, useState } from 'react'
import type { Lang } from '../../api/fields.ts'
import { type Measure, readAmount, type TypedAmount, UNREAD } from '../../rules/typed-amount.ts'
import { formatPlain } from '../format.ts'
import { formatTyped, marksOf } from '../format-typed.ts'
import { useWords } from '../i18n/index.ts'
import { cx } from './cx.ts'
import css from './field.module.css'
import { FieldButton, FieldFrame, type FieldWords, tie } from './field.tsx'

export type AmountFieldProps = FieldWords & {
  /** A plain decimal; empty where nothing is entered, and `UNREAD` where what is typed could not be read. */
  value: string
  onChange: (value: string) => void
  measure: Measure
  name?: string
  /** All that there is of it, as a plain decimal: a tap at the field’s end fills it in. */
  most?: string | undefined
}

/** What is typed, and what it was read as: it stands for as long as the form holds that. */
type Typed = { text: string; value: string; lang: Lang }

const heldOf = (read: TypedAmount): string => (read.type === 'amount' ? read.text : UNREAD)

/** An amount of money: large, with its currency, on the decimal keyboard. It is read by the marks of the language. */
export function AmountField(props: AmountFieldProps) {
  const { label, hint, error, value, onChange, measure, name, most } = props
  const id = useId()
  const { t, lang } = useWords()
  const [typed, setTyped] = useState<Typed>()
  const stands = typed?.value === value && typed.lang === lang
  const text = stands ? typed.text : formatTyped(value === UNREAD ? '' : value, lang)
  const read = readAmount(text, marksOf(lang), measure)
  const unread =
    read.type === 'unclear'
      ? t('amount.unclear', { example: formatPlain('12345.6', lang) })
      : read.type === 'tooPrecise'
        ? t('amount.tooPrecise', { count: measure.scale })
        : undefined
  const words = { label, hint, error: unread ?? error }
  const type = (next: string) => {
    const understood = heldOf(readAmount(next, marksOf(lang), measure))
    setTyped({ text: next, value: understood, lang })
    onChange(understood)
  }
  return (
    <FieldFrame id={id} {...words}>
      <input
        {...tie(id, words)}
        className={cx(css.input, css.amount)}
        // What does not fit beside the currency has the line for itself: a figure is never cut.
        style={{ minInlineSize: `min(${Math.max(6, text.length + 1)}ch, 100%)` }}
        name={name}
        inputMode="decimal"
        enterKeyHint="done"
        autoComplete="off"
        placeholder="0"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <span className={css.currency}>{measure.code}</span>
      {most !== undefined && <FieldButton onClick={() => type(formatTyped(most, lang))}>{t('action.max')}</FieldButton>}
      {read.type === 'unclear' && read.perhaps !== undefined && (
        <FieldButton onClick={() => type(formatTyped(read.perhaps ?? '', lang))}>
          {t('amount.use', { amount: formatPlain(read.perhaps, lang) })}
        </FieldButton>
      )}
    </FieldFrame>
  )
}
