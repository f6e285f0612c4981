import type { PlanOrder } from '../../../api/money/plan.ts'
import { planList } from '../../../machines/money/plans.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatTimeMs } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import { Entries } from '../../lists/paged-list.tsx'
import { ShortDayOf } from '../../lists/short-day.tsx'
import { Row } from '../../parts/lists/list.tsx'
import { Header } from '../../parts/page/header.tsx'
import { Empty } from '../../parts/page/states.tsx'
import { PLAN_ORDERS, PLANS } from '../../router/places.ts'
import { placeOf, useQuery } from '../../router/router.ts'
import { stateNames } from './labels.ts'
import { PlanOrderSheet } from './order-sheet.tsx'

/** The user's plan orders, newest first. `?order=…`: the one to show. */
export function PlanOrdersPage() {
  const { t } = useLabels()
  const shown = useQuery().get('order')
  const actor = useActorOf(planList, { kind: 'plan' })
  const { orders, pages } = useShown(actor, (now) => ({ orders: now.context.orders, pages: now.children.pages }))
  return (
    <>
      <Header title={t('plan.yours')} back={PLANS} />
      <div className="page">
        <ShortDayOf orders={orders} />
        <section>
          <Entries<PlanOrder>
            pages={pages}
            entries={orders}
            row={(each) => <OrderRow order={each} />}
            shapes={['row', 'row', 'row', 'row']}
            label={t('plan.yours')}
            failed={t('plan.listFailed')}
            moreFailed={t('plan.moreFailed')}
            none={
              <Empty
                title={t('plan.noOrders')}
                text={t('plan.noOrdersHint')}
                action={{ to: PLANS, label: t('plan.seeAll') }}
              />
            }
          />
        </section>
        <PlanOrderSheet key={shown} id={shown} />
      </div>
    </>
  )
}

function OrderRow({ order: { id, days, state, amount, total, currency, appliedAt } }: { order: PlanOrder }) {
  const { t, lang } = useLabels()
  return (
    <Row
      title={t('plan.title', { count: days })}
      subtitle={`${t(stateNames[state])} · ${formatTimeMs(appliedAt)}`}
      value={`${formatAmount(amount, 'exact', currency, lang)} ${currency}`}
      note={formatAmount(total, 'exact', currency, lang, { sign: true })}
      to={placeOf(PLAN_ORDERS, { order: id })}
    />
  )
}
