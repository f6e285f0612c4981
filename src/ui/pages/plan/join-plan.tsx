import { useSelector } from '@xstate/react'
import type { Plan } from '../../../api/money/plan.ts'
import type { PlanActor } from '../../../machines/money/planForm.ts'
import { validateJoining } from '../../../machines/money/planForm.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import type { PlanSummary } from '../../../rules/plan/plan.ts'
import {
  oneIn,
  PLAN_TERM_BPS,
  planMeanPpm,
  planTerm,
  shareBelow,
  termAmount,
  tierAbove,
} from '../../../rules/plan/term.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatBps, formatCount, formatPlain, formatTimeMs } from '../../format/format.ts'
import { Available, AvailableLimit } from '../../forms/available.tsx'
import { fieldError } from '../../forms/form-failure.tsx'
import { useLabels } from '../../i18n/index.ts'
import { ShortDay } from '../../lists/short-day.tsx'
import { OfferFailure } from '../../offers/form.tsx'
import { Outcome } from '../../offers/uncertain.tsx'
import { Button, LinkButton } from '../../parts/buttons/button.tsx'
import { AmountField } from '../../parts/fields/amount-field.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Card, Facts, Row } from '../../parts/lists/list.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { check, lock } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { PLAN_ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { Money } from '../orders/figures.tsx'
import { formatRange, formatRate, formatTimes, rangeText } from './labels.ts'
import { Scale } from './scale.tsx'

type JoinProps = {
  actor: PlanActor
  /** Shows how the rates are drawn, and verified. */
  onExplain: () => void
}

/** The form to join a plan: what a term pays, can lose and costs; and the outcome of the request. */
export function JoinPlan({ actor, onExplain }: JoinProps) {
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
      {(pending) => <JoinForm actor={actor} onExplain={onExplain} pending={pending} />}
    </Outcome>
  )
}

function JoinForm({ actor, onExplain, pending }: JoinProps & { pending: boolean }) {
  const labels = useLabels()
  const { t, lang } = labels
  const { tier, form, offer, failure } = useShown(actor, ({ context }) => ({
    tier: context.tier,
    form: context.form,
    offer: context.offer,
    failure: context.failure,
  }))
  const validated = validateJoining({ tier, form, offer })
  if (!validated || !offer) return null
  const { plan, available, most, errors, summary } = validated
  const { currency, timesMax, times, participants, participantsMax } = plan
  const next = tierAbove(plan)
  const term = t('day.count', { count: plan.days })
  const spent =
    timesMax !== null && times >= timesMax ? t('plan.noTermsLeft', { all: formatCount(timesMax, lang) }) : undefined
  const places = { taken: formatCount(participants, lang), all: formatCount(participantsMax, lang) }
  const full = participants >= participantsMax ? t('plan.full', places) : undefined
  return (
    <Form label={t('plan.join')} found={failure?.refusal ?? errors} onSubmit={() => actor.send({ type: 'plan.join' })}>
      <Expected plan={plan} summary={summary} />
      <ShortDay seconds={plan.daySeconds} />
      <AmountField
        label={t('plan.amount')}
        hint={
          <>
            {rangeText(plan, labels)} {currency}
            {next &&
              ` · ${t('plan.nextTier', { min: formatPlain(next.min, lang), term: t('day.count', { count: next.days }) })}`}
            {offer.cover && (
              <>
                <br />
                <Available currency={currency} available={available} cover={offer.cover} />
              </>
            )}
          </>
        }
        error={form.amount === '' ? undefined : fieldError({ errors, failure }, 'amount')}
        limit={<AvailableLimit currency={currency} available={available} />}
        value={form.amount}
        onChange={(amount) => actor.send({ type: 'plan.change', amount })}
        measure={currencyOf(currency)}
        most={most}
      />
      <Terms plan={plan} summary={summary} />
      <Callout tone="paper" icon="warning">
        <strong>{t('plan.noneReal')}</strong> {t('plan.mistrust')}
      </Callout>
      <Card menu>
        <Row
          leading={<Icon name={lock} size={20} />}
          title={t('plan.fixed')}
          subtitle={t('plan.daysOver', { days: formatCount(offer.days.length, lang) })}
          onClick={onExplain}
          arrow
        />
      </Card>
      <OfferFailure failure={failure} />
      <ActionBar
        fixed
        note={t('plan.lose')}
        worst={
          summary && {
            term: t('order.maxLoss'),
            value: <Money as="pay" amount={summary.worst.replace('-', '')} currency={currency} />,
            isLoss: true,
          }
        }
        also={{ term: t('plan.ifAllWorst'), value: formatRate(plan.lowPpm * plan.days, lang) }}
      >
        <Button
          type="submit"
          busy={pending}
          disabled={!summary || Object.keys(errors).length > 0}
          reason={pending ? undefined : (spent ?? full)}
        >
          {summary && form.amount !== ''
            ? t('plan.confirm', { amount: formatPlain(form.amount, lang), currency, term })
            : t('amount.enter')}
        </Button>
      </ActionBar>
    </Form>
  )
}

type FiguresProps = { plan: Plan; summary: PlanSummary | undefined }

/** The mean result of one term: on the amount, or as a percentage. */
function Expected({ plan, summary }: FiguresProps) {
  const { t, lang } = useLabels()
  const { currency, days, lowPpm, highPpm } = plan
  const term = planTerm(plan)
  const worst = { ppm: -lowPpm * days, amount: summary?.worst }
  const text = (ppm: number, amount = summary && termAmount(summary.amount, ppm)) =>
    amount === undefined
      ? formatRate(ppm, lang, { sign: true })
      : formatAmount(amount, 'result', currency, lang, { sign: true })
  const losing = oneIn(shareBelow(plan)(0))
  const range = t('plan.termRange', {
    share: formatBps(PLAN_TERM_BPS, lang),
    low: text(term.lowPpm),
    high: text(term.highPpm),
  })
  const ends = {
    worst: t('plan.worst', { amount: text(worst.ppm, worst.amount) }),
    mean: t('plan.mean', { amount: text(term.meanPpm) }),
  }
  return (
    <div>
      <Hero
        label={
          summary
            ? t('plan.termOf', { amount: `${formatPlain(summary.amount, lang)} ${currency}` })
            : t('plan.term', { count: days })
        }
        unit={summary && currency}
        note={
          <span className="muted">
            {range}
            {losing !== null && ` · ${t('plan.losing', { terms: formatCount(losing, lang) })}`}
          </span>
        }
      >
        <span>{text(term.meanPpm)}</span>
      </Hero>
      <Scale
        label={`${ends.worst}, ${ends.mean}. ${range}`}
        worst={{ ppm: worst.ppm, label: ends.worst }}
        mean={{ ppm: term.meanPpm, label: ends.mean }}
        lowPpm={term.lowPpm}
        highPpm={term.highPpm}
        bestPpm={highPpm * days}
      />
    </div>
  )
}

/** The rates of its days and their year, the terms that are left, and what ending early costs. */
function Terms({ plan, summary }: FiguresProps) {
  const { t, lang } = useLabels()
  const { currency, daySeconds, days, day, openedAt, times, timesMax, lowPpm, highPpm, feeBps } = plan
  const yearly = formatTimes(planMeanPpm(plan), lang)
  return (
    <Facts
      facts={[
        { term: t('plan.mostDays'), value: formatRange(lowPpm, highPpm, lang) },
        {
          term: t('plan.oddDays'),
          value: t('plan.toUnder', { low: formatRate(-lowPpm, lang), high: formatRate(lowPpm, lang, { sign: true }) }),
        },
        {
          term: t('plan.yearly'),
          value: timesMax === null ? yearly : t('plan.outOfReach', { times: yearly }),
        },
        timesMax !== null && {
          term: t('plan.termsLeft'),
          value: t('plan.of', {
            left: formatCount(Math.max(timesMax - times, 0), lang),
            all: formatCount(timesMax, lang),
          }),
        },
        {
          term: t('plan.leave'),
          value: (
            <>
              {t('plan.feeOf', { rate: formatBps(feeBps, lang) })}
              {summary && (
                <>
                  {' · '}
                  <Money as="pay" amount={summary.fee} currency={currency} />
                </>
              )}
            </>
          ),
        },
        { term: t('plan.endsAbout'), value: formatTimeMs(openedAt + (day + days) * daySeconds * 1_000) },
      ]}
    />
  )
}
