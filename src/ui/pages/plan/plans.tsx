import { useSelector } from '@xstate/react'
import type { Plan } from '../../../api/money/plan.ts'
import { loadPlans } from '../../../machines/money/plans.ts'
import { planMeanPpm, planTerm } from '../../../rules/plan/term.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { ShortDay } from '../../lists/short-day.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import { Header, HeaderLink } from '../../parts/page/header.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { PLAN, PLAN_ORDERS } from '../../router/places.ts'
import { placeOf } from '../../router/router.ts'
import { InAYear } from './in-a-year.tsx'
import { formatRange, formatRate, formatTimes, rangeText, termRangeText } from './labels.ts'
import css from './plan.module.css'

/** The hosting plans on offer, one of each tier. */
export function PlansPage() {
  const { t } = useLabels()
  const load = useActorOf(loadPlans)
  const plans = useSelector(load, ({ output }) => output)
  return (
    <>
      <Header title={t('tab.arbitrage')} trailing={<HeaderLink to={PLAN_ORDERS}>{t('plan.orders')}</HeaderLink>} />
      <div className="page">
        <p className="muted">{t('plan.intro')}</p>
        {plans ? (
          <Offered plans={plans} />
        ) : (
          <LoadFirst load={load} shapes={['row', 'row', 'row', 'row', 'row', 'row']} />
        )}
      </div>
    </>
  )
}

/** A figure in the product's description of its plans. */
const CLAIMED = 200

function Offered({ plans }: { plans: readonly Plan[] }) {
  const { t } = useLabels()
  const [first, ...others] = plans
  if (!first) return <Empty title={t('plan.none')} text={t('plan.noneHint')} />
  return (
    <>
      <ShortDay seconds={first.daySeconds} />
      <InAYear plans={[first, ...others]} />
      <section>
        <List label={t('plan.offered')}>
          {plans.map((each) => (
            <li key={each.id}>
              <PlanRow plan={each} />
            </li>
          ))}
        </List>
      </section>
      <p className="fine">{t('plan.below')}</p>
      <p className="fine">{t('plan.exchanges', { count: CLAIMED })}</p>
    </>
  )
}

/** A plan on offer: the mean result of one order first, then its days, and a warning about the yearly figure. */
function PlanRow({ plan }: { plan: Plan }) {
  const words = useLabels()
  const { t, lang } = words
  const { tier, lowPpm, highPpm, days, timesMax, participants, participantsMax } = plan
  const term = planTerm({ lowPpm, highPpm, days })
  const times = formatTimes(planMeanPpm(plan), lang)
  return (
    <Row
      title={rangeText(plan, words)}
      subtitle={`${t('plan.days', { count: days })} · ${t('plan.places', {
        taken: formatCount(participants, lang),
        all: formatCount(participantsMax, lang),
      })}`}
      value={formatRate(term.meanPpm, lang, { sign: true })}
      note={
        <span className={css.terms}>
          {t('plan.termMean')}
          <br />
          {termRangeText(term, words)}
          <br />
          {`${formatRange(lowPpm, highPpm, lang)} ${t('plan.estimated')}`}
          <br />
          {t(timesMax === null ? 'plan.inAYear' : 'plan.inAYearNobody', { times })}
        </span>
      }
      to={placeOf(PLAN, { tier })}
    />
  )
}
