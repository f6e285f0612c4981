import { useLabels } from '../../i18n/index.ts'
import { Field } from '../../parts/fields/field.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { AuthenticatorField } from './authenticator-field.tsx'

type ProofFieldsProps = {
  /** Of the signing wallet, for an account without a password. */
  address: string | null
  /** Whether an authenticator is set up, and its code required. */
  isBound: boolean
  bind: (field: 'password' | 'code') => {
    value: string
    onChange: (text: string) => void
    error: string | undefined
    readOnly: boolean
  }
}

/** Re-authentication: the password or the wallet, and an authenticator code. */
export function ProofFields({ address, isBound, bind }: ProofFieldsProps) {
  const { t } = useLabels()
  return (
    <>
      {address === null ? (
        <Field
          {...bind('password')}
          label={t('safe.password')}
          type="password"
          name="password"
          autoComplete="current-password"
          enterKeyHint={isBound ? 'next' : 'go'}
        />
      ) : (
        <Callout>{t('safe.walletSigns')}</Callout>
      )}
      {isBound && <AuthenticatorField {...bind('code')} />}
    </>
  )
}
