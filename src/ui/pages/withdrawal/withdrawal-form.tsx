import { useSelector } from '@xstate/react'
import type { BookActor } from '../../../machines/money/addressBook.ts'
import { mayWithdraw, termsIn } from '../../../machines/money/withdrawal-form-types.ts'
import type { WithdrawalActor } from '../../../machines/money/withdrawalForm.ts'
import { findSendingNetwork, isSentOn } from '../../../rules/money/coin-networks.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import {
  freeWithdrawal,
  mostWithdrawal,
  validateWithdrawal,
  WITHDRAWAL_ARRIVES_HOURS,
  WITHDRAWAL_FEE_BPS,
} from '../../../rules/withdrawal/withdrawal.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatBps, formatPlain } from '../../format/format.ts'
import { FreeOfLoan } from '../../forms/available.tsx'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { CurrencyField } from '../../parts/fields/currency-field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { AddressButton } from './address-button.tsx'

/** Amount, address, what arrives, and when, all above the button. */
export function WithdrawalForm({ actor, book }: { actor: WithdrawalActor; book: BookActor }) {
  const { t, lang } = useLabels()
  const shown = useShown(actor, ({ context }) => ({
    form: context.form,
    errors: context.errors,
    failure: context.failure,
    asked: context.asked,
    serverNow: context.serverNow,
  }))
  const { form, errors, failure, asked } = shown
  const isSheet = useSelector(actor, (now) => now.hasTag('sheet'))
  const { currency } = form
  const measure = currencyOf(currency)
  const limits = asked.currencies.find((each) => each.currency === currency)
  const address = asked.addresses.find(({ id }) => id === form.addressId)
  const { summary } = validateWithdrawal(form, termsIn(shown))
  const change = (field: 'currency' | 'amount') => (value: string) =>
    actor.send({ type: 'withdrawal.change', field, value })
  const found = isSheet ? { errors: {}, failure: null } : { errors, failure }
  return (
    <Form
      label={t('title.withdrawal')}
      found={found.failure ?? found.errors}
      onSubmit={() => actor.send({ type: 'withdrawal.next' })}
    >
      <CurrencyField
        label={t('withdrawal.currency')}
        value={currency}
        options={asked.currencies}
        onChange={change('currency')}
        error={fieldError(found, 'currency')}
      />
      <AddressButton
        address={address}
        network={address && findSendingNetwork(address.network)?.name}
        error={fieldError(found, 'addressId')}
        onClick={() =>
          book.send(
            asked.addresses.some(({ network }) => isSentOn(currency, network))
              ? { type: 'book.open' }
              : { type: 'book.new', network: '', authenticator: asked.authenticator },
          )
        }
      />
      <AmountField
        label={t('withdrawal.amount')}
        hint={
          limits &&
          (asked.owed !== null && limits.own !== null ? (
            <FreeOfLoan currency={currency} available={freeWithdrawal(limits)} owed={asked.owed} />
          ) : (
            t('withdrawal.available', {
              amount: `${formatAmount(limits.available, 'receive', currency, lang)} ${currency}`,
            })
          ))
        }
        error={fieldError(found, 'amount', form.amount)}
        value={form.amount}
        onChange={change('amount')}
        measure={measure}
        name="amount"
        most={limits && mostWithdrawal(limits)}
      />
      <Facts
        facts={[
          {
            term: t('withdrawal.minimum'),
            value: limits?.min == null ? t('withdrawal.noPrice') : `${formatPlain(limits.min, lang)} ${currency}`,
          },
          {
            term: t('withdrawal.fee', { rate: formatBps(WITHDRAWAL_FEE_BPS, lang) }),
            value: summary ? `${formatPlain(summary.fee, lang)} ${currency}` : '–',
          },
          {
            term: t('withdrawal.receives'),
            value: summary ? `${formatPlain(summary.receives, lang)} ${currency}` : '–',
          },
          { term: t('withdrawal.arrives'), value: t('withdrawal.arrivesValue', { count: WITHDRAWAL_ARRIVES_HOURS }) },
        ]}
      />
      <FormFailure failure={found.failure} />
      <ActionBar>
        <Button type="submit" reason={mayWithdraw(asked) ? undefined : t('withdrawal.notYet')}>
          {t('withdrawal.continue')}
        </Button>
        <p className="fine">{t('withdrawal.fine')}</p>
      </ActionBar>
    </Form>
  )
}
