import type { Plan, PlanDay } from '../../../api/money/plan.ts'
import { type PlanActor, planFormMachine } from '../../../machines/money/planForm.ts'
import { isMaxOfNext, planMeanPpm, planTerm } from '../../../rules/plan/term.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useCameBack } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { formatCount, formatPlain } from '../../format/format.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { ShortDay } from '../../lists/short-day.tsx'
import { Card } from '../../parts/lists/list.tsx'
import { Header, HeaderLink } from '../../parts/page/header.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { PLAN_ORDERS, PLANS } from '../../router/places.ts'
import { useQuery } from '../../router/router.ts'
import { History } from './history.tsx'
import { InAYear } from './in-a-year.tsx'
import { JoinPlan } from './join-plan.tsx'
import { formatRange, formatRate, formatTimes, rangeText, termRangeText } from './labels.ts'
import css from './plan.module.css'

/** One plan: estimate and past results, the rule of its rates, and the form to join. `?tier=…` */
export function PlanPage() {
  const { t } = useLabels()
  const tier = useQuery().get('tier') ?? ''
  const actor = useActorOf(planFormMachine, { tier, newRequestId })
  const { offer, failed } = useShown(actor, (now) => ({ offer: now.context.offer, failed: now.hasTag('failed') }))
  const retry = () => actor.send({ type: 'plan.retry' })
  useCameBack(() => failed && retry())
  const { plan, days = [] } = offer ?? {}
  return (
    <>
      <Header
        title={plan ? t('plan.title', { count: plan.days }) : t('plan.one')}
        back={PLANS}
        trailing={<HeaderLink to={PLAN_ORDERS}>{t('plan.orders')}</HeaderLink>}
      />
      <div className="page">
        {plan && <Details actor={actor} plan={plan} days={days} />}
        {plan === null && (
          <Empty title={t('plan.closed')} text={t('plan.closedHint')} action={{ to: PLANS, label: t('plan.seeAll') }} />
        )}
        {!offer &&
          (failed ? (
            <LoadFailure title={t('plan.notLoaded')} text={t('page.failedHint')} onRetry={retry} />
          ) : (
            <Skeleton shapes={['hero', 'line', 'card', 'card', 'card', 'button']} />
          ))}
      </div>
    </>
  )
}

function Details({ actor, plan, days }: { actor: PlanActor; plan: Plan; days: readonly PlanDay[] }) {
  const words = useLabels()
  const { t, lang } = words
  const { lowPpm, highPpm, max, currency, participants, participantsMax, timesMax } = plan
  const term = planTerm({ lowPpm, highPpm, days: plan.days })
  const places = t('plan.places', {
    taken: formatCount(participants, lang),
    all: formatCount(participantsMax, lang),
  })
  return (
    <>
      <div className={css.part}>
        <Hero label={t('plan.term', { count: plan.days })} note={termRangeText(term, words)}>
          <span className={css.range}>{formatRate(term.meanPpm, lang, { sign: true })}</span>
        </Hero>
        <p className={css.note}>
          {rangeText(plan, words)} · {t('plan.days', { count: plan.days })}
          {isMaxOfNext(max) && <> · {t('plan.nextTier', { max: formatPlain(max, lang), currency })}</>}
        </p>
        <p className={css.note}>{`${formatRange(lowPpm, highPpm, lang)} ${t('plan.estimated')}`}</p>
        <p className={css.note}>
          {t(timesMax === null ? 'plan.inAYear' : 'plan.inAYearNobody', {
            times: formatTimes(planMeanPpm(plan), lang),
          })}
        </p>
        <p className={css.note}>{places}</p>
        <progress className={css.progress} value={participants} max={participantsMax} aria-label={t('plan.taken')} />
      </div>
      <ShortDay seconds={plan.daySeconds} />
      <InAYear plans={[plan]} />
      <History plan={plan} days={days} />
      <Card title={t('plan.rule')}>
        <div className={css.words}>
          <p>{t('plan.ruleText', { low: formatRate(lowPpm, lang), high: formatRate(highPpm, lang) })}</p>
          <p>{t('plan.chainText')}</p>
          <p className="number">{plan.end}</p>
          <p>{t('plan.startText')}</p>
        </div>
      </Card>
      <JoinPlan actor={actor} term={term} />
    </>
  )
}
