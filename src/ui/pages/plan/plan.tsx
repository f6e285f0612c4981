import { useState } from 'react'
import { planFormMachine } from '../../../machines/money/planForm.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useCameBack } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { newRequestId } from '../../forms/request-id.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { Header, HeaderButton } from '../../parts/page/header.tsx'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { PLANS } from '../../router/places.ts'
import { useQuery } from '../../router/router.ts'
import { HowItWorks } from './how-it-works.tsx'
import { JoinPlan } from './join-plan.tsx'

/** One plan: what a term pays and can lose, the form to join, and how its rates are drawn. `?tier=…` */
export function PlanPage() {
  const { t } = useLabels()
  const tier = useQuery().get('tier') ?? ''
  const actor = useActorOf(planFormMachine, { tier, newRequestId })
  const { offer, failed } = useShown(actor, (now) => ({ offer: now.context.offer, failed: now.hasTag('failed') }))
  const [explaining, setExplaining] = useState(false)
  const retry = () => actor.send({ type: 'plan.retry' })
  useCameBack(() => failed && retry())
  const explain = () => setExplaining(true)
  const { plan, days = [] } = offer ?? {}
  return (
    <>
      <Header
        title={plan ? t('plan.title', { count: plan.days }) : t('plan.one')}
        back={PLANS}
        trailing={plan && <HeaderButton onClick={explain}>{t('plan.how')}</HeaderButton>}
      />
      <div className="page">
        {plan && (
          <>
            <JoinPlan actor={actor} onExplain={explain} />
            <HowItWorks plan={plan} days={days} open={explaining} onClose={() => setExplaining(false)} />
          </>
        )}
        {plan === null && (
          <Empty title={t('plan.closed')} text={t('plan.noneHint')} action={{ to: PLANS, label: t('plan.seeAll') }} />
        )}
        {!offer &&
          (failed ? (
            <LoadFailure title={t('plan.notLoaded')} text={t('page.failedHint')} onRetry={retry} />
          ) : (
            <Skeleton shapes={['hero', 'line', 'button', 'line', 'line', 'line', 'card', 'button']} />
          ))}
      </div>
    </>
  )
}
