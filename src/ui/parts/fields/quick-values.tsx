import type { CSSProperties } from 'react'
import css from './quick-values.module.css'

export type QuickValue<V> = { value: V; label: string; disabled?: boolean }

type QuickValuesProps<V> = {
  /** Their name, for screen readers. */
  label: string
  values: readonly QuickValue<V>[]
  /** Whether the field holds this one. */
  isChosen?: (value: V) => boolean
  onChoose: (value: V) => void
}

/** Chips with values that a field can be given at a tap. */
export const QuickValues = <V extends string | number>(props: QuickValuesProps<V>) => (
  <fieldset>
    <legend className="visually-hidden">{props.label}</legend>
    <div className={css.values} style={{ '--count': props.values.length } as CSSProperties}>
      {props.values.map(({ value, label, disabled = false }) => (
        <button
          key={value}
          type="button"
          className={css.value}
          aria-pressed={props.isChosen?.(value)}
          disabled={disabled}
          onClick={() => props.onChoose(value)}
        >
          {label}
        </button>
      ))}
    </div>
  </fieldset>
)
