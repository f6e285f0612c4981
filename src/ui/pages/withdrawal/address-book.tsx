import { useSelector } from '@xstate/react'
import type { WithdrawalAddress } from '../../../api/money/withdrawal.ts'
import type { BookActor } from '../../../machines/money/addressBook.ts'
import type { WithdrawalActor } from '../../../machines/money/withdrawalForm.ts'
import { findSendingNetwork, isSentOn, sendingNetworksOf } from '../../../rules/money/coin-networks.ts'
import { DAY_SECONDS } from '../../../rules/money/paper-day.ts'
import { readForm } from '../../../rules/withdrawal/addresses.ts'
import { LABEL_LENGTH_MAX } from '../../../rules/withdrawal/withdrawal.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatTime } from '../../format/format.ts'
import { formatWait } from '../../format/period.ts'
import { FormFailure } from '../../forms/form-failure.tsx'
import { bindFields, formShown } from '../../forms/form-fields.ts'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { Field, SelectField } from '../../parts/fields/field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { shortAddress } from './address-button.tsx'
import { ProofFields } from './proof-fields.tsx'
import css from './withdrawal.module.css'

type BookProps = { actor: WithdrawalActor; book: BookActor }

/** The address book: the addresses of a currency, and the form that adds one. */
export function AddressBook({ actor, book }: BookProps) {
  const { t } = useLabels()
  const isList = useSelector(book, (now) => now.hasTag('list'))
  const isForm = useSelector(book, (now) => now.hasTag('form'))
  const busy = useSelector(book, (now) => now.hasTag('busy'))
  return (
    <Sheet
      open={isList || isForm}
      locked={busy}
      onClose={() => book.send({ type: 'book.close' })}
      title={t(isForm ? 'withdrawal.addTitle' : 'withdrawal.bookTitle')}
    >
      {isList && <Book actor={actor} book={book} />}
      {isForm && <AddForm actor={actor} book={book} />}
    </Sheet>
  )
}

function Book({ actor, book }: BookProps) {
  const { t } = useLabels()
  const currency = useSelector(actor, ({ context }) => context.form.currency)
  const addresses = useSelector(actor, ({ context }) => context.asked.addresses)
  const authenticator = useSelector(actor, ({ context }) => context.asked.authenticator)
  const failure = useSelector(book, ({ context }) => context.failure)
  const choose = (id: string) => {
    actor.send({ type: 'withdrawal.change', field: 'addressId', value: id })
    book.send({ type: 'book.close' })
  }
  return (
    <div className={css.book}>
      <List label={t('withdrawal.bookTitle')}>
        {addresses
          .filter(({ network }) => isSentOn(currency, network))
          .map((address) => (
            <li key={address.id} className={css.entry}>
              <Row
                title={address.label || shortAddress(address.address)}
                subtitle={<Where address={address} />}
                onClick={() => choose(address.id)}
              />
              <Button
                kind="plain"
                small
                aria-label={t('withdrawal.deleteLabel', { address: address.label || shortAddress(address.address) })}
                onClick={() => book.send({ type: 'book.delete', id: address.id })}
              >
                {t('withdrawal.delete')}
              </Button>
            </li>
          ))}
      </List>
      <FormFailure failure={failure} />
      <Button
        kind="quiet"
        onClick={() =>
          book.send({ type: 'book.new', network: sendingNetworksOf(currency)[0]?.code ?? '', authenticator })
        }
      >
        {t('withdrawal.add')}
      </Button>
    </div>
  )
}

/** Network and address, and when it can be used if not yet. */
function Where({ address: { address, label, network, usableAt } }: { address: WithdrawalAddress }) {
  const { t } = useLabels()
  const { serverNow } = useServices()
  const waits = usableAt * 1000 > serverNow()
  return (
    <>
      {findSendingNetwork(network)?.name}
      {label !== '' && (
        <>
          {' · '}
          <span className={css.letters}>{shortAddress(address)}</span>
        </>
      )}
      {waits && ` · ${t('withdrawal.usableAt', { time: formatTime(usableAt) })}`}
    </>
  )
}

function AddForm({ actor, book }: BookProps) {
  const { t } = useLabels()
  const shown = useShown(book, (now) => ({
    ...formShown(now),
    authenticator: now.context.authenticator,
  }))
  const { form, errors, failure, authenticator, busy } = shown
  const currency = useSelector(actor, ({ context }) => context.form.currency)
  const addressWaitSeconds = useSelector(actor, ({ context }) => context.asked.addressWaitSeconds)
  const bind = bindFields(shown, (field, value) => book.send({ type: 'book.change', field, value }))
  const read = readForm(form)
  return (
    <Form
      label={t('withdrawal.addTitle')}
      found={failure?.refusal ?? errors}
      onSubmit={() => book.send({ type: 'book.add' })}
    >
      <SelectField
        {...bind('network')}
        label={t('withdrawal.network')}
        hint={t('withdrawal.networkHint', { currency })}
        options={[
          ...(form.network === '' ? [{ value: '', label: t('withdrawal.chooseNetwork') }] : []),
          ...sendingNetworksOf(currency).map(({ code, name }) => ({ value: code, label: name })),
        ]}
        name="network"
      />
      <Field
        {...bind('address')}
        label={t('withdrawal.address')}
        name="address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        enterKeyHint="next"
      />
      {read?.checked === false && <Callout>{t('withdrawal.unchecked')}</Callout>}
      <Field
        {...bind('label')}
        label={t('withdrawal.label')}
        hint={t('withdrawal.labelHint')}
        name="label"
        autoComplete="off"
        maxLength={LABEL_LENGTH_MAX}
        enterKeyHint="next"
      />
      <ProofFields bind={bind} authenticator={authenticator} />
      <Wait seconds={addressWaitSeconds} />
      <FormFailure failure={failure} />
      <ActionBar>
        <Button type="submit" busy={busy}>
          {t('withdrawal.add')}
        </Button>
      </ActionBar>
    </Form>
  )
}

/** The waiting time of a new address, with a note that less than a day is for demonstration. */
function Wait({ seconds }: { seconds: number }) {
  const { t, lang } = useLabels()
  const time = formatWait(seconds, lang)
  if (seconds >= DAY_SECONDS) return <p className="fine">{t('withdrawal.wait', { time })}</p>
  return (
    <Callout tone="paper">{seconds === 0 ? t('withdrawal.waitNone') : t('withdrawal.waitShort', { time })}</Callout>
  )
}
