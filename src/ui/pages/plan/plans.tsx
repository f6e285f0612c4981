import { useActorRef, useSelector } from '@xstate/react'
import type { Plan } from '../../../api/plan.ts'
import { formatCount, formatPlain } from '../../format.ts'
import { placeOf } from '../../hash.ts'
import { useWords } from '../../i18n/index.ts'
import { LoadFirst } from '../../load-first.tsx'
import { usePart } from '../../part.ts'
import { Header, HeaderLink } from '../../parts/header.tsx'
import { List, Row } from '../../parts/list.tsx'
import { Empty } from '../../parts/states.tsx'
import { PLAN, PLAN_ORDERS } from '../../places.ts'
import { useServices } from '../../services.ts'
import { ShortDay } from '../../short-day.tsx'
import { InAYear } from './in-a-year.tsx'
import { plan as part } from './part.ts'
import { formatRange, formatTimesRange } from './words.ts'

/** The hosting plans that are offered, one of each tier. */
export function PlansPage() {
  const { inspection } = useServices()
  const machines = usePart(part)
  const { t } = useWords()
  const load = useActorRef(machines.plans, inspection)
  const plans = useSelector(load, ({ output }) => output)
  return (
    <>
      <Header title={t('tab.arbitrage')} trailing={<HeaderLink to={PLAN_ORDERS}>{t('plan.orders')}</HeaderLink>} />
      <div className="page">
        <p className="muted">{t('plan.intro')}</p>
        {plans ? (
          <Offered plans={plans} />
        ) : (
          <LoadFirst load={load} bones={['row', 'row', 'row', 'row', 'row', 'row']} />
        )}
      </div>
    </>
  )
}

/** As the product describes its plans. */
const CLAIMED = 200

function Offered({ plans }: { plans: readonly Plan[] }) {
  const { t, lang } = useWords()
  const [first] = plans
  if (!first) return <Empty icon="arbitrage" title={t('plan.none')} text={t('plan.noneHint')} />
  return (
    <>
      <ShortDay seconds={first.daySeconds} />
      <InAYear
        low={Math.min(...plans.map(({ lowPpm }) => lowPpm))}
        high={Math.max(...plans.map(({ highPpm }) => highPpm))}
      />
      <section>
        <List label={t('plan.offered')}>
          {plans.map(({ id, tier, currency, min, max, lowPpm, highPpm, days, participants, participantsMax }) => (
            <li key={id}>
              <Row
                title={t('plan.range', { min: formatPlain(min, lang), max: formatPlain(max, lang), currency })}
                subtitle={`${t('plan.days', { count: days })} · ${t('plan.places', {
                  taken: formatCount(participants, lang),
                  all: formatCount(participantsMax, lang),
                })}`}
                value={formatRange(lowPpm, highPpm, lang)}
                note={
                  <>
                    {t('plan.estimated')}
                    <br />
                    {t('plan.inAYear', { times: formatTimesRange(lowPpm, highPpm, lang) })}
                  </>
                }
                to={placeOf(PLAN, { tier })}
              />
            </li>
          ))}
        </List>
      </section>
      <p className="fine">{t('plan.below')}</p>
      <p className="fine">{t('plan.exchanges', { count: CLAIMED })}</p>
    </>
  )
}
