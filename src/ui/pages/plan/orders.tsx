import type { PlanOrder } from '../../../api/money/plan.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useCameBack } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { formatAmount, formatTime } from '../../format/format.ts'
import { useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { ShortDayOf } from '../../lists/short-day.tsx'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { List, Row } from '../../parts/lists/list.tsx'
import { Header } from '../../parts/page/header.tsx'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { PLAN_ORDERS, PLANS } from '../../router/places.ts'
import { placeOf, useQuery } from '../../router/router.ts'
import { PlanOrderSheet } from './order-sheet.tsx'
import { plan as part } from './part.ts'
import { stateNames } from './words.ts'

/** The user's plan orders, newest first. `?order=…`: the one to show. */
export function PlanOrdersPage() {
  const { t } = useWords()
  const shown = useQuery().get('order')
  const actor = useActorOf(usePart(part).list, { kind: 'plan' })
  const { orders, pages } = useShown(actor, (now) => ({ orders: now.context.orders, pages: now.children.pages }))
  const view = usePagesView(pages)
  const retry = () => actor.send({ type: 'list.retry' })
  useCameBack(() => view === 'failed' && retry())
  return (
    <>
      <Header title={t('plan.yours')} back={PLANS} />
      <div className="page">
        {view === 'loading' && <Skeleton bones={['row', 'row', 'row', 'row']} />}
        {view === 'failed' && <LoadFailure title={t('plan.listFailed')} text={t('page.failedHint')} onRetry={retry} />}
        {view === 'ready' &&
          (orders.length === 0 ? (
            <Empty
              icon="arbitrage"
              title={t('plan.noOrders')}
              text={t('plan.noOrdersHint')}
              action={
                <LinkButton kind="quiet" small to={PLANS}>
                  {t('plan.seeAll')}
                </LinkButton>
              }
            />
          ) : (
            <>
              <ShortDayOf orders={orders} />
              <section>
                <List label={t('plan.yours')}>
                  {orders.map((each) => (
                    <li key={each.id}>
                      <OrderRow order={each} />
                    </li>
                  ))}
                </List>
                <More
                  pages={pages}
                  failedText={t('plan.moreFailed')}
                  onMore={() => actor.send({ type: 'list.more' })}
                />
              </section>
            </>
          ))}
        <PlanOrderSheet key={shown} id={shown} />
      </div>
    </>
  )
}

function OrderRow({ order: { id, days, state, amount, total, currency, appliedAt } }: { order: PlanOrder }) {
  const { t, lang } = useWords()
  return (
    <Row
      title={t('plan.title', { count: days })}
      subtitle={`${t(stateNames[state])} · ${formatTime(Math.floor(appliedAt / 1000))}`}
      value={`${formatAmount(amount, 'exact', currency, lang)} ${currency}`}
      note={formatAmount(total, 'exact', currency, lang, { sign: true })}
      to={placeOf(PLAN_ORDERS, { order: id })}
    />
  )
}
