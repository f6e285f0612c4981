import { type ReactNode, useId } from 'react'
import css from './checkbox.module.css'
import { FieldError, tie } from './field.tsx'

export type CheckboxProps = {
  label: ReactNode
  /** The error, as text. */
  error?: string | undefined
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox, which takes effect when its form is submitted. */
export function Checkbox({ label, error, checked, disabled = false, onChange }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label className={css.option}>
        <input
          {...tie(id, { error })}
          className={css.input}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={() => onChange(!checked)}
        />
        <span>{label}</span>
      </label>
      <div id={`${id}-help`} aria-live="polite">
        <FieldError error={error} />
      </div>
    </div>
  )
}
