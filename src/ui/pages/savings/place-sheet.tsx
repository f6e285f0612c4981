import { useSelector } from '@xstate/react'
import type { SavingsActor } from '../../../machines/money/savingsForm.ts'
import { validateEntry } from '../../../machines/money/savingsForm.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { sumOfShown } from '../../../rules/money/shown-amounts.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatPlain, formatTimeMs } from '../../format/format.ts'
import { AmountShares } from '../../forms/amount-shares.tsx'
import { Available, AvailableLimit } from '../../forms/available.tsx'
import { fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { ShortDay } from '../../lists/short-day.tsx'
import { FormSheet, OfferFailure } from '../../offers/form.tsx'
import { Outcome } from '../../offers/uncertain.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Hero } from '../../parts/page/hero.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { Money } from '../orders/figures.tsx'
import { AtMaturity } from './at-maturity.tsx'
import { useRate } from './rate.ts'

/** The chosen product: amount, result, cost of early withdrawal, and the button. */
export function PlaceSheet({ actor }: { actor: SavingsActor }) {
  const { t } = useLabels()
  const days = useSelector(actor, ({ context }) => validateEntry(context)?.product.days ?? 0)
  return (
    <FormSheet actor={actor} title={t('savings.open', { term: t('day.count', { count: days }) })}>
      <Content actor={actor} />
    </FormSheet>
  )
}

function Content({ actor }: { actor: SavingsActor }) {
  const { t, lang } = useLabels()
  const placed = useSelector(actor, (now) => (now.matches('placed') ? now.context.placed : null))
  const close = () => actor.send({ type: 'form.back' })
  return (
    <Outcome
      actor={actor}
      where={t('savings.unknownText')}
      onClose={close}
      done={
        placed && (
          <Statement
            icon={check}
            title={t('savings.placed')}
            text={t('savings.placedText', {
              total: formatPlain(placed.amount, lang),
              interest: formatAmount(placed.interest, 'receive', placed.currency, lang),
              currency: placed.currency,
              date: formatTimeMs(placed.maturesAt),
            })}
            actions={<Button onClick={close}>{t('action.close')}</Button>}
          />
        )
      }
    >
      {(pending) => <PlaceForm actor={actor} pending={pending} />}
    </Outcome>
  )
}

function PlaceForm({ actor, pending }: { actor: SavingsActor; pending: boolean }) {
  const { t, lang } = useLabels()
  const { serverNow } = useServices()
  const rateOf = useRate()
  const { form, offer, failure } = useShown(actor, ({ context }) => ({
    form: context.form,
    offer: context.offer,
    failure: context.failure,
  }))
  const validated = validateEntry({ form, offer })
  if (!validated || !offer) return null
  const { product, available, errors, summary } = validated
  const { currency, days } = product
  const money = (amount: string) => <Money as="receive" amount={amount} currency={currency} />
  const change = (amount: string) => actor.send({ type: 'savings.change', amount })
  const rate = rateOf(product.rateBps)
  const term = t('day.count', { count: days })
  const total = summary && sumOfShown([summary.amount, summary.interest], 'receive', currencyOf(currency))
  const ends = serverNow() + days * offer.daySeconds * 1_000
  return (
    <Form
      label={t('title.savings')}
      found={failure?.refusal ?? errors}
      onSubmit={() => actor.send({ type: 'savings.confirm' })}
    >
      <ShortDay seconds={offer.daySeconds} />
      <AmountField
        label={t('amount.label')}
        hint={offer.cover && <Available currency={currency} available={available} cover={offer.cover} />}
        error={form.amount === '' ? undefined : fieldError({ errors, failure }, 'amount')}
        limit={<AvailableLimit currency={currency} available={available} />}
        value={form.amount}
        onChange={change}
        measure={currencyOf(currency)}
        most={available}
      />
      <AmountShares label={t('amount.label')} most={available} currency={currency} onChange={change} />
      <Facts
        facts={[
          { term: t('savings.yearly'), value: `${rate.year} · ${rate.day}` },
          summary && { term: t('savings.interest'), value: money(summary.interest) },
          { term: t('savings.ends'), value: formatTimeMs(ends) },
        ]}
      />
      <AtMaturity renew={form.renew} onChange={(renew) => actor.send({ type: 'savings.renew', renew })} />
      {total !== undefined && (
        <Hero label={t('savings.total')} unit={currency}>
          {formatAmount(total, 'receive', currency, lang)}
        </Hero>
      )}
      <OfferFailure failure={failure} />
      <ActionBar
        worst={summary && { term: t('savings.lose'), value: money(summary.interest), isLoss: true }}
        also={
          summary && {
            term: t('savings.principalBack'),
            value: formatAmount(summary.amount, 'receive', currency, lang),
          }
        }
      >
        <Button type="submit" busy={pending} disabled={!summary || Object.keys(errors).length > 0}>
          {summary && form.amount !== ''
            ? t('savings.confirm', { amount: formatPlain(form.amount, lang), currency, term })
            : t('amount.enter')}
        </Button>
      </ActionBar>
    </Form>
  )
}
