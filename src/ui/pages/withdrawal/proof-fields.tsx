import type { bindFields } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { Field } from '../../parts/fields/field.tsx'
import css from './withdrawal.module.css'

type Bind = ReturnType<typeof bindFields<Record<'payPassword' | 'code', string>>>

/** The transaction password, and the authenticator code if one is set up. */
export function ProofFields({ bind, authenticator }: { bind: Bind; authenticator: boolean }) {
  const { t } = useLabels()
  return (
    <div className={css.pair}>
      <Field
        {...bind('payPassword')}
        label={t('title.payPassword')}
        type="password"
        name="payPassword"
        autoComplete="off"
        enterKeyHint={authenticator ? 'next' : 'go'}
      />
      {authenticator && (
        <Field
          {...bind('code')}
          label={t('safe.code')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={16}
          enterKeyHint="go"
        />
      )}
    </div>
  )
}
