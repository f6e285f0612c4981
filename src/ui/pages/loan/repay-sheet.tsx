import { useSelector } from '@xstate/react'
import type { LoanActor } from '../../../machines/money/loanOrder.ts'
import { validateRepaying } from '../../../machines/money/loanOrder.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatPlain } from '../../format/format.ts'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { messageText, useLabels } from '../../i18n/index.ts'
import { FormSheet } from '../../offers/form.tsx'
import { Outcome } from '../../offers/uncertain.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Choice } from '../../parts/fields/choice.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Callout } from '../../parts/page/callout.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { Money } from '../orders/figures.tsx'

/** Repays a loan in full or in part, and shows the allocation. */
export function RepaySheet({ actor }: { actor: LoanActor }) {
  const { t } = useLabels()
  return (
    <FormSheet actor={actor} title={t('loan.repay')}>
      <Content actor={actor} />
    </FormSheet>
  )
}

function Content({ actor }: { actor: LoanActor }) {
  const { t, lang } = useLabels()
  const repaid = useSelector(actor, (now) => (now.matches('repaid') ? now.context.repaid : null))
  const close = () => actor.send({ type: 'form.back' })
  return (
    <Outcome
      actor={actor}
      where={t('loan.repayUnknown')}
      onClose={close}
      done={
        repaid && (
          <Statement
            icon={check}
            title={t(repaid.state === 'settled' ? 'loan.settled' : 'loan.byUser')}
            text={
              repaid.state === 'settled'
                ? t('loan.settledText')
                : t('loan.stillOwed', { amount: formatPlain(repaid.unpaid, lang), currency: repaid.currency })
            }
            actions={<Button onClick={close}>{t('action.close')}</Button>}
          />
        )
      }
    >
      {(pending) => <RepayForm actor={actor} pending={pending} />}
    </Outcome>
  )
}

function RepayForm({ actor, pending }: { actor: LoanActor; pending: boolean }) {
  const { t, lang } = useLabels()
  const { form, order, available, failure } = useShown(actor, ({ context }) => ({
    form: context.form,
    order: context.order,
    available: context.available,
    failure: context.failure,
  }))
  const validated = validateRepaying({ form, order, available })
  if (!validated || !order) return null
  const { currency, unpaid, state } = order
  const { errors, summary, spared } = validated
  const measure = currencyOf(currency)
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  const hint = t('currency.available', { amount: formatAmount(available, 'receive', currency, lang), currency })
  const wrong = fieldError({ errors, failure }, 'amount')
  return (
    <Form
      label={t('loan.repay')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'loan.confirm' })}
    >
      <Choice
        legend={t('loan.howMuch')}
        options={[
          { value: 'all', label: t('loan.all'), note: `${formatPlain(unpaid, lang)} ${currency}` },
          { value: 'part', label: t('loan.part') },
        ]}
        value={form.all ? 'all' : 'part'}
        onChange={(value) => actor.send({ type: 'loan.chooseAll', all: value === 'all' })}
      />
      {form.all ? (
        <p className="muted">{hint}</p>
      ) : (
        <AmountField
          label={t('loan.amount')}
          hint={hint}
          error={form.amount === '' ? undefined : wrong}
          value={form.amount}
          onChange={(amount) => actor.send({ type: 'loan.change', amount })}
          measure={measure}
        />
      )}
      {form.all && errors.amount && (
        <Callout tone="bad">{messageText(errors.amount.key, errors.amount.params)}</Callout>
      )}
      {summary && (
        <Facts
          facts={[
            { term: t('loan.feeOwed'), value: money(summary.fee) },
            { term: t('loan.interestOwed'), value: money(summary.interest) },
            { term: t('loan.principal'), value: money(summary.principal) },
            { term: t('loan.leftAfter'), value: money(summary.left) },
            state === 'paidOut' && { term: t('loan.spared'), value: money(spared) },
          ]}
        />
      )}
      <FormFailure failure={failure && form.all ? { ...failure, field: null } : failure} />
      <ActionBar note={[t('loan.order'), ...(form.all ? [t('loan.allHint')] : [])].join(' ')}>
        <Button type="submit" busy={pending} disabled={!summary || Object.keys(errors).length > 0}>
          {summary
            ? t('loan.repayNow', { amount: formatPlain(summary.amount, lang), currency })
            : t('loan.enterAmount')}
        </Button>
      </ActionBar>
    </Form>
  )
}
