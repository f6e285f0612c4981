import { type ReactNode, useId } from 'react'
import { check } from '../marks/drawings.ts'
import { Icon } from '../marks/icons.tsx'
import css from './choice.module.css'

export type ChoiceOption<V extends string> = {
  value: V
  label: ReactNode
  /** A second, smaller line. */
  note?: ReactNode
  disabled?: boolean
  /** The label's language, if different from the page's. */
  lang?: string
}

export type ChoiceProps<V extends string> = {
  /** The legend. Visible unless `hideLegend`; always read by screen readers. */
  legend: string
  hideLegend?: boolean
  options: readonly ChoiceOption<V>[]
  value: V | undefined
  onChange: (value: V) => void
  /** `cards` side by side, `pills` in a scrolling row, `list` one below the other. */
  look?: 'cards' | 'pills' | 'list'
}

/** A choice of a few: radio buttons, with their arrow keys. */
export function Choice<V extends string>(props: ChoiceProps<V>) {
  const { legend, hideLegend = false, options, value, onChange, look = 'cards' } = props
  const name = useId()
  return (
    <fieldset className={css[look]}>
      <legend className={hideLegend ? 'visually-hidden' : css.legend}>{legend}</legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option.value} className={css.option} lang={option.lang}>
            <input
              className={css.input}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span className={css.label}>{option.label}</span>
            {option.note !== undefined && <span className={css.note}>{option.note}</span>}
            {look === 'list' && <Icon name={check} size={20} className={css.mark} />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
