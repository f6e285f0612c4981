import { useId } from 'react'
import { useWords } from '../i18n/index.ts'
import { cx } from './cx.ts'
import css from './field.module.css'
import { FieldFrame, type FieldWords, tie } from './field.tsx'

/**
 * What a person typed as a plain decimal: a comma becomes a point, grouping and other signs fall away, and so do
 * decimals beyond `scale`. The text stays as typed where it is one already: `12.` on the way to `12.5`.
 */
export function decimalText(typed: string, scale: number): string {
  const plain = typed.replace(/,/g, typed.includes('.') ? '' : '.').replace(/[^\d.]/g, '')
  const [whole = '', ...rest] = plain.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, 18)
  return rest.length === 0 || scale === 0 ? digits : `${digits || '0'}.${rest.join('').slice(0, scale)}`
}

export type AmountFieldProps = FieldWords & {
  /** A decimal as `decimalText` leaves it; empty where nothing is entered. */
  value: string
  onChange: (text: string) => void
  currency: string
  /** Decimals that may be entered. */
  scale: number
  /** Fills in the most that is possible. */
  onMax?: () => void
  name?: string
}

/** An amount of money: large, with its currency, on the decimal keyboard. */
export function AmountField(props: AmountFieldProps) {
  const { label, hint, error, value, onChange, currency, scale, onMax, name } = props
  const id = useId()
  const { t } = useWords()
  const words = { label, hint, error }
  return (
    <FieldFrame id={id} {...words}>
      <input
        {...tie(id, words)}
        className={cx(css.input, css.amount)}
        name={name}
        inputMode="decimal"
        enterKeyHint="done"
        autoComplete="off"
        placeholder="0"
        value={value}
        onChange={(event) => onChange(decimalText(event.target.value, scale))}
      />
      <span className={css.currency}>{currency}</span>
      {onMax && (
        <button type="button" className={css.inside} onClick={onMax}>
          {t('action.max')}
        </button>
      )}
    </FieldFrame>
  )
}
