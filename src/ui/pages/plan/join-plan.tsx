import { useSelector } from '@xstate/react'
import type { PlanActor } from '../../../machines/money/planForm.ts'
import { validateJoining } from '../../../machines/money/planForm.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { PLAN_TERM_BPS, type PlanTerm, termAmount } from '../../../rules/plan/term.ts'
import { useShown } from '../../app/shown.ts'
import { formatBps, formatCount, formatPlain, formatTimeMs } from '../../format/format.ts'
import { Available } from '../../forms/available.tsx'
import { fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { OfferFailure } from '../../offers/form.tsx'
import { Outcome } from '../../offers/uncertain.tsx'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Facts } from '../../parts/lists/list.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { PLAN_ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { between, Money } from '../orders/figures.tsx'

/** The form to join a plan, with the estimated result, and the outcome of the request. */
export function JoinPlan({ actor, term }: { actor: PlanActor; term: PlanTerm }) {
  const { t } = useLabels()
  const joined = useSelector(actor, (now) => (now.matches('joined') ? now.context.joined : null))
  const close = () => actor.send({ type: 'form.back' })
  return (
    <Outcome
      actor={actor}
      where={t('plan.unknownText')}
      onClose={close}
      done={
        joined && (
          <Statement
            icon={check}
            title={t('plan.joined')}
            text={t('plan.joinedText')}
            actions={
              <>
                <LinkButton to={placeOf(PLAN_ORDERS, { order: joined.id })}>{t('plan.seeOrder')}</LinkButton>
                <Button kind="quiet" onClick={close}>
                  {t('action.close')}
                </Button>
              </>
            }
          />
        )
      }
    >
      {(pending) => <JoinForm actor={actor} term={term} pending={pending} />}
    </Outcome>
  )
}

function JoinForm({ actor, term, pending }: { actor: PlanActor; term: PlanTerm; pending: boolean }) {
  const { t, lang } = useLabels()
  const { tier, form, offer, failure } = useShown(actor, ({ context }) => ({
    tier: context.tier,
    form: context.form,
    offer: context.offer,
    failure: context.failure,
  }))
  const validated = validateJoining({ tier, form, offer })
  if (!validated || !offer) return null
  const { plan, available, most, errors, summary } = validated
  const { currency, daySeconds, days, day, openedAt, times, timesMax } = plan
  const money = (amount: string) => <Money as="result" amount={amount} currency={currency} sign />
  const of = (ppm: number) => termAmount(summary?.amount ?? '0', ppm)
  const ends = openedAt + (day + days) * daySeconds * 1_000
  return (
    <Form label={t('plan.join')} found={failure?.refusal ?? errors} onSubmit={() => actor.send({ type: 'plan.join' })}>
      <AmountField
        label={t('plan.amount')}
        hint={<Available currency={currency} available={available} cover={offer.cover} />}
        error={form.amount === '' ? undefined : fieldError({ errors, failure }, 'amount')}
        value={form.amount}
        onChange={(amount) => actor.send({ type: 'plan.change', amount })}
        measure={currencyOf(currency)}
        most={most}
      />
      {summary && (
        <Facts
          facts={[
            { term: t('plan.ifMean'), value: money(of(term.meanPpm)) },
            {
              term: t('plan.ifLikely', { share: formatBps(PLAN_TERM_BPS, lang) }),
              value: between(money(of(term.lowPpm)), money(of(term.highPpm))),
            },
            { term: t('plan.ifInside'), value: between(money(summary.low), money(summary.high)) },
            { term: t('plan.ifWorst'), value: <span className="fall">{money(summary.worst)}</span> },
            { term: t('plan.ifEarly'), value: money(`-${summary.fee}`) },
            { term: t('plan.endsAbout'), value: formatTimeMs(ends) },
          ]}
        />
      )}
      {timesMax !== null && (
        <p className="fine">{t('plan.times', { taken: formatCount(times, lang), all: formatCount(timesMax, lang) })}</p>
      )}
      <OfferFailure failure={failure} />
      <p className="fine">{t('plan.lose')}</p>
      <ActionBar>
        <Button type="submit" busy={pending} disabled={!summary || Object.keys(errors).length > 0}>
          {summary && form.amount !== ''
            ? t('plan.confirm', { amount: formatPlain(form.amount, lang), currency })
            : t('plan.enterAmount')}
        </Button>
      </ActionBar>
    </Form>
  )
}
