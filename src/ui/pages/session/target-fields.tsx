import type { CodeTarget } from '../../../rules/account/credentials.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Choice } from '../../parts/fields/choice.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { CountryField } from './country-field.tsx'

type TargetFieldsProps = {
  target: CodeTarget
  onChange: (field: 'address' | 'areaCode', value: string) => void
  /** Without it the channel is chosen elsewhere. */
  onChannel?: (channel: CodeTarget['channel']) => void
  /** The address's error text. */
  error: string | undefined
  readOnly: boolean
}

/** The target of a code: an e-mail address or a telephone number. */
export function TargetFields({ target, onChange, onChannel, error, readOnly }: TargetFieldsProps) {
  const { t } = useLabels()
  const { channel, areaCode, address } = target
  const areaMissing = channel === 'sms' && areaCode === '' && error !== undefined
  const shared = {
    value: address,
    onChange: (value: string) => onChange('address', value),
    readOnly,
    enterKeyHint: 'next',
  } as const
  return (
    <>
      {onChannel && (
        <Choice
          legend={t('register.channel')}
          options={[
            { value: 'mail', label: t('title.email') },
            { value: 'sms', label: t('register.sms') },
          ]}
          value={channel}
          onChange={onChannel}
        />
      )}
      {channel === 'mail' ? (
        <EmailField {...shared} key="mail" label={t('register.email')} error={error} />
      ) : (
        <>
          <CountryField
            areaCode={areaCode}
            onChange={(code) => onChange('areaCode', code)}
            error={areaMissing ? t('register.countryMissing') : undefined}
          />
          <Field
            {...shared}
            key="sms"
            label={t('register.phone')}
            hint={t('register.phoneHint')}
            error={areaMissing ? undefined : error}
            type="tel"
            name="phone"
            inputMode="tel"
            autoComplete="tel-national"
          />
        </>
      )}
    </>
  )
}
