import { useLabels } from '../../i18n/index.ts'
import { Field } from '../../parts/fields/field.tsx'

/** A text field of a form, bound to its machine. */
export type Bound = { value: string; onChange: (value: string) => void; error: string | undefined; readOnly: boolean }

/** A new password, and the same once more. `last`: no field of the form follows. */
export function NewPasswordFields<Next extends string>({
  bind,
  next,
  label,
  again,
  last = false,
}: {
  bind: (field: Next | 'confirm') => Bound
  /** The name of the field for the password itself. */
  next: Next
  label: string
  again: string
  last?: boolean
}) {
  const { t } = useLabels()
  const shared = { type: 'password', autoComplete: 'new-password' } as const
  return (
    <>
      <Field
        {...bind(next)}
        {...shared}
        label={label}
        hint={t('register.passwordHint')}
        name={next}
        enterKeyHint="next"
      />
      <Field {...bind('confirm')} {...shared} label={again} name="confirm" enterKeyHint={last ? 'go' : 'next'} />
    </>
  )
}
