import { useSelector } from '@xstate/react'
import type { LoanActor } from '../../../machines/money/loanOrder.ts'
import { owedOf, validateRepaying } from '../../../machines/money/loanOrder.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, isAbove, trimZeros } from '../../../rules/money/money.ts'
import { useShown } from '../../app/shown.ts'
import { formatPlain } from '../../format/format.ts'
import { betweenSentences } from '../../format/sentences.ts'
import { AvailableLimit } from '../../forms/available.tsx'
import { FormFailure, fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { FormSheet } from '../../offers/form.tsx'
import { Outcome } from '../../offers/uncertain.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { QuickValues } from '../../parts/fields/quick-values.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { Money } from '../orders/figures.tsx'

/** Parts of a debt to choose, as decimals. */
const PARTS = ['500', '1000'] as const

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
  const money = (amount: string) => <Money as="exact" amount={amount} currency={currency} />
  const plain = (amount: string) => formatPlain(amount, lang)
  const owed = owedOf(order)
  const interest = trimZeros(formatMoney(owed.interest, measure.scale))
  const part = (amount: string) => {
    actor.send({ type: 'loan.chooseAll', all: false })
    actor.send({ type: 'loan.change', amount })
  }
  const wrong = fieldError({ errors, failure }, 'amount')
  return (
    <Form
      label={t('loan.repay')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'loan.confirm' })}
    >
      <AmountField
        label={t('amount.label')}
        error={form.all || form.amount !== '' ? wrong : undefined}
        limit={<AvailableLimit currency={currency} available={available} />}
        value={form.all ? trimZeros(unpaid) : form.amount}
        onChange={part}
        measure={measure}
      />
      <QuickValues
        label={t('amount.label')}
        values={[
          ...(owed.fee === 0n && owed.interest > 0n ? [{ value: interest, label: t('loan.interestOwed') }] : []),
          ...PARTS.filter((amount) => isAbove(unpaid, amount)).map((value) => ({ value, label: plain(value) })),
          { value: 'all', label: t('loan.all') },
        ]}
        isChosen={(value) => (form.all ? value === 'all' : value === form.amount)}
        onChoose={(value) => (value === 'all' ? actor.send({ type: 'loan.chooseAll', all: true }) : part(value))}
      />
      {summary && (
        <Facts
          facts={[
            { term: t('loan.lateFee'), value: money(summary.fee) },
            { term: t('loan.interestOwed'), value: money(summary.interest) },
            { term: t('loan.principal'), value: money(summary.principal) },
            state === 'paidOut' && { term: t('loan.spared'), value: money(spared) },
          ]}
        />
      )}
      <FormFailure failure={failure} />
      <ActionBar
        worst={summary && { term: t('loan.after'), value: money(summary.left) }}
        note={[t('loan.order'), ...(form.all ? [t('loan.allHint')] : [])].join(betweenSentences(lang))}
      >
        <Button type="submit" busy={pending} disabled={!summary || Object.keys(errors).length > 0}>
          {summary ? t('loan.repayNow', { amount: formatPlain(summary.amount, lang), currency }) : t('amount.enter')}
        </Button>
      </ActionBar>
    </Form>
  )
}
