import { type ComponentProps, useId } from 'react'
import css from '../ui/parts/fields/field.module.css'
import { FieldFrame, type FieldLabels, tie } from '../ui/parts/fields/field.tsx'

type Own = FieldLabels & { value: string; onChange: (text: string) => void }

/** A text field in the app's frame. The app's own field needs nine languages, the admin console has one. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  value,
  onChange,
  ...input
}: Own & Omit<ComponentProps<'input'>, keyof Own>) {
  const id = useId()
  const words = { label, hint, error, hideLabel }
  return (
    <FieldFrame id={id} {...words}>
      <input
        {...input}
        {...tie(id, words)}
        className={css.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  )
}
