import { type CSSProperties, Fragment, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
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
   * labels. `pills`: a row that scrolls. `cards`: two, each with a figure as its note.
   */
  look?: 'segments' | 'chips' | 'list' | 'pills' | 'cards'
  /** Segments with short figures as labels, which stay side by side in less room than words. */
  short?: boolean
  /** Between two cards. */
  between?: ReactNode
}

/** A choice of a few: radio buttons, with their arrow keys. */
export function Choice<V extends string>(props: ChoiceProps<V>) {
  const { legend, hideLegend = false, options, value, onChange, look = 'segments', short = false, between } = props
  const name = useId()
  return (
    <fieldset className={cx(css[look], short && css.short)}>
      <legend className={hideLegend ? 'visually-hidden' : css.legend}>{legend}</legend>
      <div className={css.options} style={{ '--count': options.length } as CSSProperties}>
        {options.map((option, at) => (
          <Fragment key={option.value}>
            {at > 0 && between !== undefined && <span className={css.between}>{between}</span>}
            <label className={css.option} lang={option.lang} data-tone={option.tone}>
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
          </Fragment>
        ))}
      </div>
    </fieldset>
  )
}
