import { type CSSProperties, type ReactNode, useId } from 'react'
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
  /** The colour of a segment once it is selected: the way of the price that it gains by. */
  tone?: 'rise' | 'fall'
}

export type ChoiceProps<V extends string> = {
  /** The legend. Visible unless `hideLegend`; always read by screen readers. */
  legend: string
  hideLegend?: boolean
  options: readonly ChoiceOption<V>[]
  value: V | undefined
  onChange: (value: V) => void
  /**
   * `segments`: two to five ways of one thing, in a track. `chips`: quick values of a field. `list`: one below the other, for longer
   * labels. `pills`: a row that scrolls.
   */
  look?: 'segments' | 'chips' | 'list' | 'pills'
}

/** A choice of a few: radio buttons, with their arrow keys. */
export function Choice<V extends string>(props: ChoiceProps<V>) {
  const { legend, hideLegend = false, options, value, onChange, look = 'segments' } = props
  const name = useId()
  return (
    <fieldset className={css[look]}>
      <legend className={hideLegend ? 'visually-hidden' : css.legend}>{legend}</legend>
      <div className={css.options} style={{ '--count': options.length } as CSSProperties}>
        {options.map((option) => (
          <label key={option.value} className={css.option} lang={option.lang} data-tone={option.tone}>
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
