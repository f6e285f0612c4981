import { useSelector } from '@xstate/react'
import { useWords } from '../../i18n/index.ts'
import { Choice } from '../../parts/choice.tsx'
import { Field } from '../../parts/field.tsx'
import { refusalText } from '../../refusal-text.ts'
import { CountryField } from './country-field.tsx'
import type { RegisterActor } from './register-actor.ts'

/** Where the code goes: an e-mail address, or a telephone. `error`: what is wrong with the address, in words. */
export function TargetFields({ actor, error }: { actor: RegisterActor; error: string | undefined }) {
  const { t } = useWords()
  const { channel, areaCode, address } = useSelector(actor, ({ context }) => context.form)
  const busy = useSelector(actor, (now) => now.hasTag('busy') || now.hasTag('sendingCode'))
  // The server knows better than a pattern what is a telephone number.
  const refused = useSelector(actor, (now) => {
    const { codeRefusal } = now.context
    const isOfAddress = codeRefusal?.key === 'wrongEmail' || codeRefusal?.key === 'wrongPhone'
    return now.hasTag('codeRefused') && isOfAddress ? codeRefusal : null
  })
  const wrong = error ?? (refused ? refusalText(refused) : undefined)
  const areaMissing = channel === 'sms' && areaCode === '' && wrong !== undefined
  const shared = {
    value: address,
    onChange: (value: string) => actor.send({ type: 'register.change', field: 'address', value }),
    readOnly: busy,
    enterKeyHint: 'next',
  } as const
  return (
    <>
      <Choice
        legend={t('register.channel')}
        options={[
          { value: 'mail', label: t('register.mail') },
          { value: 'sms', label: t('register.sms') },
        ]}
        value={channel}
        onChange={(next) => actor.send({ type: 'register.setChannel', channel: next })}
      />
      {channel === 'mail' ? (
        <Field
          {...shared}
          key="mail"
          label={t('register.email')}
          error={wrong}
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <>
          <CountryField actor={actor} error={areaMissing ? t('register.countryMissing') : undefined} />
          <Field
            {...shared}
            key="sms"
            label={t('register.phone')}
            hint={t('register.phoneHint')}
            error={areaMissing ? undefined : wrong}
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
