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
import { AmountShares } from '../../forms/amount-shares.tsx'
import { FreeOfLoan } from '../../forms/available.tsx'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { Button } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { CurrencyField } from '../../parts/fields/currency-field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { type Step, type StepState, Steps } from '../../parts/lists/steps.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { AddressButton, shortAddress } from './address-button.tsx'
import { Conditions, Turnover } from './conditions.tsx'
import css from './withdrawal.module.css'

type FormProps = { actor: WithdrawalActor; book: BookActor }

/** The steps up to the confirmation, and below them what arrives, with the button. */
export function WithdrawalForm({ actor, book }: FormProps) {
  const { t, lang } = useLabels()
  const shown = useForm(actor)
  const { form, found, asked } = shown
  const { summary } = validateWithdrawal(form, termsIn(shown))
  const money = (text: string) => `${formatAmount(text, 'exact', form.currency, lang)} ${form.currency}`
  const steps = useFormSteps({ actor, book })
  const wantsAmount = form.amount === '' && steps.some(({ id, state }) => id === 'amount' && state === 'now')
  return (
    <Form
      label={t('title.withdrawal')}
      found={found.failure ?? found.errors}
      onSubmit={() => actor.send({ type: 'withdrawal.next' })}
    >
      <Steps label={t('title.withdrawal')} steps={steps} />
      <FormFailure failure={found.failure} />
      <ActionBar
        fixed
        sum={[
          { term: t('withdrawal.amount'), value: summary ? money(form.amount) : '–' },
          {
            term: t('fee.at', { rate: formatBps(WITHDRAWAL_FEE_BPS, lang) }),
            value: summary ? `−${money(summary.fee)}` : '–',
          },
        ]}
        worst={{ term: t('withdrawal.receives'), value: summary ? money(summary.receives) : '–' }}
      >
        <Button type="submit" disabled={wantsAmount} reason={mayWithdraw(asked) ? undefined : t('withdrawal.notYet')}>
          {wantsAmount ? t('amount.enter') : t('action.continue')}
          {summary && ` · ${money(form.amount)}`}
        </Button>
        <p className="fine">{t('withdrawal.fine')}</p>
      </ActionBar>
    </Form>
  )
}

/** What the form shows; the sheet above it shows its own errors. */
function useForm(actor: WithdrawalActor) {
  const shown = useShown(actor, ({ context }) => ({
    form: context.form,
    errors: context.errors,
    failure: context.failure,
    asked: context.asked,
    serverNow: context.serverNow,
  }))
  const isSheet = useSelector(actor, (now) => now.hasTag('sheet'))
  const { errors, failure } = shown
  return { ...shown, found: isSheet ? { errors: {}, failure: null } : { errors, failure } }
}

/** The steps: the first that is not done is open, later ones are named. */
function useFormSteps({ actor, book }: FormProps): readonly Step[] {
  const { t } = useLabels()
  const { form, found, asked } = useForm(actor)
  const address = asked.addresses.find(({ id }) => id === form.addressId)
  const isAddressed = address !== undefined && fieldError(found, 'addressId') === undefined
  const done = [mayWithdraw(asked), isAddressed, false, false, false]
  const states = done.map((is, at): StepState => {
    if (done.slice(0, at).includes(false)) return 'toCome'
    return is ? 'done' : 'now'
  })
  const [conditions, to, amount] = states
  const total = asked.conditions.length + (asked.authenticator ? 1 : 0)
  const openBook = () =>
    book.send(
      asked.addresses.some(({ network }) => isSentOn(form.currency, network))
        ? { type: 'book.open' }
        : { type: 'book.new', network: '', authenticator: asked.authenticator },
    )
  const network = address && findSendingNetwork(address.network)?.name
  const name = address && `${shortAddress(address.address)} ${address.label}`
  return [
    conditions === 'done'
      ? {
          id: 'conditions',
          title: t('withdrawal.ready'),
          state: 'done',
          note: (
            <>
              {t('withdrawal.readyNote')}
              <Turnover actor={actor} />
              {asked.authenticator && <span className={css.note}>{t('withdrawal.condition.authenticator')}</span>}
            </>
          ),
          aside: t('withdrawal.count', { met: total, of: total }),
        }
      : {
          id: 'conditions',
          title: t('wallet.beforeWithdrawal'),
          state: 'now',
          content: <Conditions actor={actor} book={book} />,
        },
    {
      id: 'address',
      title: (to === 'done' && address?.label) || t('withdrawal.address'),
      state: to ?? 'toCome',
      ...(to === 'done' &&
        address && {
          note: (
            <>
              {network} · <span className={css.letters}>{shortAddress(address.address)}</span>
            </>
          ),
          aside: (
            <Button
              kind="plain"
              aria-label={`${t('action.change')}, ${t('withdrawal.to')}: ${name}`}
              onClick={openBook}
            >
              {t('action.change')}
            </Button>
          ),
        }),
      ...(to === 'now' && {
        content: (
          <div className={css.fields}>
            <Currency actor={actor} />
            <AddressButton
              address={address}
              network={network}
              error={fieldError(found, 'addressId')}
              onClick={openBook}
            />
          </div>
        ),
      }),
    },
    {
      id: 'amount',
      title: t('withdrawal.amount'),
      state: amount ?? 'toCome',
      ...(amount === 'now' && { content: <Amount actor={actor} /> }),
    },
    { id: 'password', title: t('title.payPassword'), state: 'toCome' },
    {
      id: 'review',
      title: t('withdrawal.review'),
      state: 'toCome',
      note: t('withdrawal.reviewNote', {
        arrives: t('withdrawal.arrivesValue', { count: WITHDRAWAL_ARRIVES_HOURS }),
      }),
    },
  ]
}

function Currency({ actor }: { actor: WithdrawalActor }) {
  const { t } = useLabels()
  const { form, found, asked } = useForm(actor)
  return (
    <CurrencyField
      label={t('currency.label')}
      value={form.currency}
      options={asked.currencies}
      onChange={(value) => actor.send({ type: 'withdrawal.change', field: 'currency', value })}
      error={fieldError(found, 'currency')}
    />
  )
}

/** The open step of the amount: how much of which currency. */
function Amount({ actor }: { actor: WithdrawalActor }) {
  const { t, lang } = useLabels()
  const { form, found, asked } = useForm(actor)
  const { currency } = form
  const limits = asked.currencies.find((each) => each.currency === currency)
  const most = limits && mostWithdrawal(limits)
  return (
    <div className={css.fields}>
      <Currency actor={actor} />
      <AmountField
        label={t('withdrawal.amount')}
        hint={
          limits && (
            <>
              {asked.owed !== null && limits.own !== null ? (
                <FreeOfLoan currency={currency} available={freeWithdrawal(limits)} owed={asked.owed} />
              ) : (
                t('withdrawal.available', {
                  amount: `${formatAmount(limits.available, 'receive', currency, lang)} ${currency}`,
                })
              )}
              {' · '}
              <span className="nowrap">
                {t('withdrawal.minimum')}{' '}
                {limits.min === null ? t('withdrawal.noPrice') : `${formatPlain(limits.min, lang)} ${currency}`}
              </span>
            </>
          )
        }
        error={fieldError(found, 'amount', form.amount)}
        value={form.amount}
        onChange={(value) => actor.send({ type: 'withdrawal.change', field: 'amount', value })}
        measure={currencyOf(currency)}
        name="amount"
      />
      {most !== undefined && (
        <AmountShares
          label={t('withdrawal.amount')}
          most={most}
          currency={currency}
          onChange={(value) => actor.send({ type: 'withdrawal.change', field: 'amount', value })}
        />
      )}
    </div>
  )
}
