import { useSelector } from '@xstate/react'
import type { Plan, PlanOrder } from '../../../api/money/plan.ts'
import { openPlans } from '../../../machines/money/open-plans.ts'
import { loadPlans } from '../../../machines/money/plans.ts'
import { formatMoney } from '../../../rules/money/money.ts'
import { PLAN_CURRENCY, PLAN_LOSING_BPS } from '../../../rules/plan/plan.ts'
import { PLAN_TERM_BPS, planMeanPpm, planTerm } from '../../../rules/plan/term.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { directionOf, formatAmount, formatBps, formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFirst } from '../../lists/load-first.tsx'
import { ShortDay } from '../../lists/short-day.tsx'
import { List, ListHead, Row } from '../../parts/lists/list.tsx'
import { Callout } from '../../parts/page/callout.tsx'
import { Header, HeaderLink } from '../../parts/page/header.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Sentences } from '../../parts/page/sentences.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { PLAN, PLAN_ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { colours } from '../orders/figures.tsx'
import { dayText, formatRange, formatRate, formatTimes, rangeText, stateNames } from './labels.ts'
import css from './plan.module.css'
import { hosted, scale } from './sums.ts'

/** The hosted amount, and the plans on offer, one per tier. */
export function PlansPage() {
  const { t } = useLabels()
  const load = useActorOf(loadPlans)
  const plans = useSelector(load, ({ output }) => output)
  return (
    <>
      <Header title={t('tab.arbitrage')} trailing={<HeaderLink to={PLAN_ORDERS}>{t('plan.orders')}</HeaderLink>} />
      <div className="page">
        <Hosted />
        {plans ? (
          <>
            <AsOf at={plans.asOf} />
            <Offered plans={plans.value} />
          </>
        ) : (
          <LoadFirst load={load} shapes={['card', 'row', 'row', 'row', 'row', 'row', 'row']} />
        )}
      </div>
    </>
  )
}

/** Principal and income of the orders that have not ended. */
function Hosted() {
  const labels = useLabels()
  const { t, lang } = labels
  const actor = useActorOf(openPlans, {})
  const orders: readonly PlanOrder[] | null = useSelector(actor, ({ context }) => context.value)
  const sums = hosted(orders ?? [])
  const income = formatMoney(sums.income, scale)
  const exact = (amount: string, sign = false) => formatAmount(amount, 'exact', PLAN_CURRENCY, lang, { sign })
  const [only, ...others] = orders ?? []
  return (
    <Hero
      label={t('plan.hosted')}
      unit={PLAN_CURRENCY}
      note={
        <span>
          {only ? (
            <>
              <span className={colours[directionOf(income)]}>{exact(income, true)}</span>
              {' · '}
              {others.length > 0
                ? t('plan.running', { orders: formatCount(others.length + 1, lang) })
                : (dayText(only, labels) ?? t(stateNames[only.state]))}
            </>
          ) : (
            orders && <span className="muted">{t('plan.noOpen')}</span>
          )}
        </span>
      }
    >
      <span>{orders && exact(formatMoney(sums.principal + sums.income, scale))}</span>
    </Hero>
  )
}

function Offered({ plans }: { plans: readonly Plan[] }) {
  const { t, lang } = useLabels()
  const [first] = plans
  if (!first) return <Empty title={t('plan.none')} text={t('plan.noneHint')} />
  return (
    <>
      <Callout tone="paper" icon="warning">
        <Sentences>
          <strong>{t('plan.noneReal')}</strong>
          {t('plan.mistrust')}
          {t('plan.byChance', { share: formatBps(PLAN_LOSING_BPS, lang) })}
        </Sentences>
      </Callout>
      <ShortDay seconds={first.daySeconds} />
      <section>
        <ListHead
          start={t('plan.amountIn', { currency: first.currency })}
          end={t('plan.meanAndRange', { share: formatBps(PLAN_TERM_BPS, lang) })}
        />
        <List label={t('plan.offered')} lined>
          {plans.map((each) => (
            <li key={each.id}>
              <PlanRow plan={each} />
            </li>
          ))}
        </List>
      </section>
    </>
  )
}

/** A plan on offer: the mean result of one term beside its days, their rates, and the unattainable result of a year. */
function PlanRow({ plan }: { plan: Plan }) {
  const labels = useLabels()
  const { t, lang } = labels
  const { tier, lowPpm, highPpm, days, timesMax, participants, participantsMax } = plan
  const term = planTerm({ lowPpm, highPpm, days })
  const places = { taken: formatCount(participants, lang), all: formatCount(participantsMax, lang) }
  return (
    <Row
      title={rangeText(plan, labels)}
      subtitle={
        <>
          {`${t('day.count', { count: days })} · ${t('rate.day', { rate: formatRange(lowPpm, highPpm, lang) })}`}
          <br />
          {t(timesMax === null ? 'plan.inAYear' : 'plan.inAYearNobody', {
            times: formatTimes(planMeanPpm(plan), lang),
          })}
          {participants >= participantsMax && (
            <>
              <br />
              <span className="warn">{t('plan.full', places)}</span>
            </>
          )}
        </>
      }
      value={formatRate(term.meanPpm, lang, { sign: true })}
      note={
        <span className={css.term}>
          {t('plan.oneTerm')}
          <br />
          {t('plan.to', { low: formatRate(term.lowPpm, lang), high: formatRate(term.highPpm, lang) })}
        </span>
      }
      to={placeOf(PLAN, { tier })}
      arrow
    />
  )
}
