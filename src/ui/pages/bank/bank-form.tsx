import { type ReactNode, useMemo } from 'react'
import type { BankActor } from '../../../machines/user/bankCard.ts'
import { BANK_TEXT_MAX, type BankField } from '../../../rules/account/bank.ts'
import { useShown } from '../../app/shown.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown } from '../../forms/form-fields.ts'
import { SampleOffer } from '../../forms/sample.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Field, SelectField } from '../../parts/fields/field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { ProofFields } from '../security/proof-fields.tsx'
import { countryOptions } from '../session/countries.ts'
import css from './bank.module.css'

/** A made-up card: it passes every check and belongs to nobody. */
const SAMPLE = {
  realName: 'Sample Person',
  payeeCountry: 'GB',
  phone: '+44 7911 123456',
  recipientAddress: '1 Sample Street, London',
  bankName: 'Sample Bank',
  bankAddress: '2 Sample Street, London',
  swiftCode: 'NWBKGB2L',
  routingNumber: '',
  username: 'Sample Person',
  cardNumber: 'GB82 WEST 1234 5698 7654 32',
} as const satisfies Record<BankField, string>

/** The fields of a bank card, and the proof. */
export function BankForm({ actor }: { actor: BankActor }) {
  const { t, lang } = useLabels()
  const shown = useShown(actor, (now) => ({
    ...formShown(now),
    card: now.context.card,
    countries: now.context.countries,
    authenticator: now.context.authenticator,
  }))
  const { failure, form, errors, card, countries, authenticator, busy } = shown
  const options = useMemo(() => countryOptions(lang, countries), [lang, countries])

  const bind = bindFields(shown, (field, value) => actor.send({ type: 'bankCard.change', field, value }))
  const text = (field: BankField, autoComplete = 'off') => ({
    ...bind(field),
    label: t(`bank.field.${field}`),
    name: field,
    autoComplete,
    maxLength: BANK_TEXT_MAX,
    enterKeyHint: 'next' as const,
  })
  const code = (field: 'swiftCode' | 'routingNumber' | 'cardNumber') => ({
    ...text(field),
    autoCapitalize: 'characters',
    spellCheck: false,
    maxLength: 64,
  })
  /** A saved number is shown masked, and must be typed again. */
  const hint = (field: 'routingNumber' | 'cardNumber') =>
    card && card[field] !== '' ? t('bank.again', { last: card[field] }) : t(`bank.hint.${field}`)
  const fillSample = () => {
    for (const [field, value] of Object.entries(SAMPLE)) bind(field as BankField).onChange(value)
  }
  return (
    <div className="page">
      <SampleOffer text={t('bank.paper')} onFill={fillSample} />
      <Form
        label={t('title.bank')}
        found={failure?.refusal ?? errors}
        onSubmit={() => actor.send({ type: 'bankCard.submit' })}
      >
        <Group legend={t('bank.payee')}>
          <Field {...text('realName', 'name')} />
          <SelectField
            {...bind('payeeCountry')}
            label={t('bank.field.payeeCountry')}
            options={[{ value: '', label: t('register.choose') }, ...options]}
            name="payeeCountry"
            autoComplete="country"
          />
          <Field {...text('phone', 'tel')} hint={t('bank.hint.phone')} type="tel" maxLength={32} />
          <Field {...text('recipientAddress', 'address-line1')} />
        </Group>
        <Group legend={t('bank.bank')}>
          <Field {...text('bankName')} />
          <Field {...text('bankAddress')} />
          <Field {...code('swiftCode')} hint={t('bank.hint.swiftCode')} />
          <Field {...code('routingNumber')} hint={hint('routingNumber')} />
        </Group>
        <Group legend={t('bank.account')}>
          <Field {...text('username')} hint={t('bank.hint.username')} />
          <Field {...code('cardNumber')} hint={hint('cardNumber')} />
        </Group>
        <ProofFields address={form.address} isBound={authenticator} bind={bind} />
        <FormFailure failure={failure} />
        <ActionBar>
          <Button type="submit" busy={busy}>
            {t('bank.save')}
          </Button>
          {card && !busy && (
            <Button kind="plain" onClick={() => actor.send({ type: 'bankCard.cancel' })}>
              {t('action.cancel')}
            </Button>
          )}
          <p className="fine">{t('bank.fine')}</p>
        </ActionBar>
      </Form>
    </div>
  )
}

const Group = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className={css.group}>
    <legend className={css.legend}>{legend}</legend>
    {children}
  </fieldset>
)
