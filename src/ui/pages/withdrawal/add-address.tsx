import { useSelector } from '@xstate/react'
import type { BookActor } from '../../../machines/money/addressBook.ts'
import type { WithdrawalActor } from '../../../machines/money/withdrawalForm.ts'
import { type AddressFamily, findSendingNetwork, sendingNetworksOf } from '../../../rules/money/coin-networks.ts'
import { DAY_SECONDS } from '../../../rules/money/paper-day.ts'
import { readForm } from '../../../rules/withdrawal/addresses.ts'
import { LABEL_LENGTH_MAX } from '../../../rules/withdrawal/withdrawal.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatTime } from '../../format/format.ts'
import { formatWait } from '../../format/period.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown } from '../../forms/form-fields.ts'
import { messageText, useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Field, SelectField } from '../../parts/fields/field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { type AddressFault, addressFault } from './address-faults.ts'
import { ProofFields } from './proof-fields.tsx'
import { WholeAddress } from './whole-address.tsx'
import css from './withdrawal.module.css'

export type BookProps = { actor: WithdrawalActor; book: BookActor }

/** Names of the address families. */
const FAMILIES: Record<AddressFamily, string> = { evm: 'EVM', bitcoin: 'Bitcoin', tron: 'TRON', solana: 'Solana' }

/** The form of a new address, which is compared in full, and waits before it can be used. */
export function AddForm({ actor, book }: BookProps) {
  const { t } = useLabels()
  const shown = useShown(book, (now) => ({
    ...formShown(now),
    authenticator: now.context.authenticator,
  }))
  const { form, errors, failure, authenticator, busy } = shown
  const currency = useSelector(actor, ({ context }) => context.form.currency)
  const addressWaitSeconds = useSelector(actor, ({ context }) => context.asked.addressWaitSeconds)
  const bind = bindFields(shown, (field, value) => book.send({ type: 'book.change', field, value }))
  const addresses = useSelector(actor, ({ context }) => context.asked.addresses)
  const read = readForm(form)
  const fault = addressFault(form.network, form.address, addresses)
  const network = findSendingNetwork(form.network)?.name
  const address = bind('address')
  const faultText = (named: AddressFault): string => {
    switch (named.type) {
      case 'known':
        return messageText('addressExists')
      case 'otherNetwork':
        return t('withdrawal.fault.otherNetwork', { family: FAMILIES[named.family], network })
      case 'character':
        return t('withdrawal.fault.character', { character: named.character })
    }
  }
  return (
    <Form
      label={t('withdrawal.addTitle')}
      found={failure?.refusal ?? errors}
      onSubmit={() => book.send({ type: 'book.add' })}
    >
      <SelectField
        {...bind('network')}
        label={t('network.label')}
        hint={t('withdrawal.networkHint', { currency })}
        options={[
          ...(form.network === '' ? [{ value: '', label: t('withdrawal.chooseNetwork') }] : []),
          ...sendingNetworksOf(currency).map(({ code, name }) => ({ value: code, label: name })),
        ]}
        name="network"
      />
      <Field
        {...address}
        error={fault ? faultText(fault) : address.error}
        label={t('withdrawal.address')}
        name="address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        enterKeyHint="next"
      />
      {form.address.trim() !== '' && (
        <div className={css.compare}>
          <p>{t('withdrawal.compareWith')}</p>
          <WholeAddress address={form.address.trim()} wrongAt={fault?.type === 'character' ? fault.at : undefined} />
        </div>
      )}
      {read?.checked === false && <Callout>{t('withdrawal.unchecked')}</Callout>}
      <Field
        {...bind('label')}
        label={t('withdrawal.label')}
        hint={t('withdrawal.labelHint')}
        limit={t('withdrawal.count', { met: form.label.length, of: LABEL_LENGTH_MAX })}
        name="label"
        autoComplete="off"
        maxLength={LABEL_LENGTH_MAX}
        enterKeyHint="next"
      />
      <ProofFields bind={bind} authenticator={authenticator} />
      <FormFailure failure={failure} />
      <ActionBar
        note={addressWaitSeconds < DAY_SECONDS && <ShortWait seconds={addressWaitSeconds} />}
        sum={
          addressWaitSeconds === 0 ? [] : [{ term: t('withdrawal.hold'), value: <Hold seconds={addressWaitSeconds} /> }]
        }
      >
        <Button type="submit" busy={busy} disabled={fault !== undefined}>
          {t(fault ? 'withdrawal.correct' : 'withdrawal.add')}
        </Button>
      </ActionBar>
    </Form>
  )
}

/** How long a new address waits, and until when. */
function Hold({ seconds }: { seconds: number }) {
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const until = formatTime(Math.floor(serverNow() / 1000) + seconds)
  return t('withdrawal.holdUntil', { time: formatWait(seconds, lang), until })
}

/** A note that a wait of less than a day is for demonstration. */
function ShortWait({ seconds }: { seconds: number }) {
  const { t, lang } = useLabels()
  const time = formatWait(seconds, lang)
  return (
    <Callout tone="paper">{seconds === 0 ? t('withdrawal.waitNone') : t('withdrawal.waitShort', { time })}</Callout>
  )
}
