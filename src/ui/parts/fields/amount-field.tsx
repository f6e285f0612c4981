import { type ReactNode, useId, useState } from 'react'
import type { Lang } from '../../../api/wire/fields.ts'
import { type Measure, readAmount, type TypedAmount, UNREAD } from '../../../machines/parts/typed-amount.ts'
import { formatPlain } from '../../format/format.ts'
import { formatTyped, marksOf } from '../../format/typed.ts'
import { useLabels } from '../../i18n/index.ts'
import { cx } from '../cx.ts'
import css from './field.module.css'
import { FieldButton, FieldFrame, type FieldLabels, tie } from './field.tsx'
import { Step } from './stepper.tsx'

export type AmountFieldProps = FieldLabels & {
  /** A plain decimal; empty if nothing is entered, and `UNREAD` if the text cannot be parsed. */
  value: string
  onChange: (value: string) => void
  measure: Measure
  name?: string
  /** The largest amount, as a plain decimal: a tap on it beside the label fills it in. */
  most?: string | undefined
  /** Inside the box, at the end, instead of the currency: a switch of units, a distance. */
  unit?: ReactNode
  /** Instead of a unit, a button on each side: steps down or up; absent at that end. */
  steps?: Record<'onLess' | 'onMore', (() => void) | undefined>
  readOnly?: boolean | undefined
  onFocus?: () => void
}

/** The typed text and its parsed value: the text is shown while the form holds that value. */
type Typed = { text: string; value: string; lang: Lang }

const heldOf = (read: TypedAmount): string => (read.type === 'amount' ? read.text : UNREAD)

/** An amount of money: large, with its currency, on the decimal keyboard. Parsed by the language's number marks. */
export function AmountField(props: AmountFieldProps) {
  const { label, hint, error, value, onChange, measure, name, most, unit = measure.code, steps } = props
  const id = useId()
  const { t, lang } = useLabels()
  const [typed, setTyped] = useState<Typed>()
  const isCurrent = typed?.value === value && typed.lang === lang
  const text = isCurrent ? typed.text : formatTyped(value === UNREAD ? '' : value, lang)
  const read = readAmount(text, marksOf(lang), measure)
  const unread =
    read.type === 'unclear'
      ? t('amount.unclear', { example: formatPlain('12345.6', lang) })
      : read.type === 'tooPrecise'
        ? t('amount.tooPrecise', { count: measure.scale })
        : undefined
  const type = (next: string) => {
    const understood = heldOf(readAmount(next, marksOf(lang), measure))
    setTyped({ text: next, value: understood, lang })
    onChange(understood)
  }
  const fill = most === undefined ? props.onLimit : () => type(formatTyped(most, lang))
  const limit =
    props.limit ??
    (most !== undefined && (
      <>
        {t('action.max')}{' '}
        <b className="nowrap">
          {formatPlain(most, lang)} {measure.code}
        </b>
      </>
    ))
  const words = { label, hint, error: unread ?? error, beside: props.beside, ...(limit && { limit, onLimit: fill }) }
  return (
    <FieldFrame id={id} {...words}>
      {steps && <Step sign="−" onStep={steps.onLess} />}
      <input
        {...tie(id, words)}
        className={cx(css.input, css.amount, steps && css.stepped)}
        // An amount too long for the currency's line gets a line of its own: figures are never cut.
        style={{ minInlineSize: `min(${Math.max(steps ? 3 : 4, text.length + 0.5)}ch, 100%)` }}
        name={name}
        inputMode="decimal"
        enterKeyHint="next"
        readOnly={props.readOnly}
        onFocus={props.onFocus}
        autoComplete="off"
        placeholder="0"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {steps ? (
        <Step sign="+" onStep={steps.onMore} />
      ) : typeof unit === 'string' ? (
        <span className={css.unit}>{unit}</span>
      ) : (
        unit
      )}
      {read.type === 'unclear' && read.perhaps !== undefined && (
        <FieldButton onClick={() => type(formatTyped(read.perhaps ?? '', lang))}>
          {t('amount.use', { amount: formatPlain(read.perhaps, lang) })}
        </FieldButton>
      )}
    </FieldFrame>
  )
}
