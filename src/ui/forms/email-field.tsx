import { Field } from '../parts/fields/field.tsx'

type EmailFieldProps = {
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  readOnly: boolean
}

/** An e-mail address. */
export const EmailField = (props: EmailFieldProps) => (
  <Field
    {...props}
    type="email"
    name="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    enterKeyHint="next"
  />
)
