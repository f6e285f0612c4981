import { useId } from 'react'
import css from './unit-switch.module.css'

type UnitSwitchProps<V extends string> = {
  /** For screen readers. */
  legend: string
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
}

/** The units of a field, within its box: a choice of a few, as radio buttons. */
export function UnitSwitch<V extends string>({ legend, options, value, onChange }: UnitSwitchProps<V>) {
  const name = useId()
  return (
    <fieldset className={css.units}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.unit}>
          <input
            className={css.input}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
