import { useLabels } from '../../i18n/index.ts'
import { Field } from '../../parts/fields/field.tsx'

type AuthenticatorFieldProps = {
  value: string
  onChange: (code: string) => void
  error: string | undefined
  readOnly: boolean
  /** Whether a recovery code is accepted, too. */
  recovery?: boolean
}

/** The code that an authenticator shows. */
export function AuthenticatorField({ recovery = true, ...field }: AuthenticatorFieldProps) {
  const { t } = useLabels()
  return (
    <Field
      {...field}
      label={t('safe.code')}
      hint={t(recovery ? 'safe.codeHint' : 'safe.codeHintFirst')}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={16}
      enterKeyHint="go"
    />
  )
}
