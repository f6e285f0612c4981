import { type ReactNode, useId } from 'react'
import css from './switch.module.css'

export type SwitchProps = {
  label: ReactNode
  /** A second, smaller line. */
  note?: ReactNode
  on: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

/** A switch, which takes effect at once. */
export function Switch({ label, note, on, disabled = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <label className={css.switch}>
      <span className={css.words}>
        {label}
        {note !== undefined && (
          <span className={css.note} id={id}>
            {note}
          </span>
        )}
      </span>
      <input
        className={css.input}
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        disabled={disabled}
        aria-describedby={note === undefined ? undefined : id}
        onChange={() => onChange(!on)}
      />
      <span className={css.track} aria-hidden="true" />
    </label>
  )
}
