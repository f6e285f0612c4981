import { useSelector } from '@xstate/react'
import type { Order } from '../../../api/trade/orders.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { MARKETS } from '../../router/places.ts'
import { marketNames } from './filters.tsx'
import { orderCards } from './order-cards.ts'
import { orders } from './part.ts'
import { Totals } from './totals.tsx'
import css from './trade.module.css'
import type { Filter } from './use-filter.ts'

type HistoryProps = {
  filter: Filter
  onReceipt: (order: Order) => void
  onShowAll: () => void
}

/** Ended orders of a filter with their totals: shown together, to avoid a layout shift. */
export function History({ filter, onReceipt, onShowAll }: HistoryProps) {
  const machines = usePart(orders)
  const cardsOf = usePart(orderCards)
  const { t } = useLabels()
  const list = useActorOf(machines.orderList, { ...filter, list: 1 })
  const sums = useActorOf(machines.orderTotals, filter)
  const pages = useSelector(list, (now) => now.children.pages)
  const view = usePagesView(pages)
  const { found, asOf } = useShown(list, ({ context }) => ({ found: context.orders, asOf: context.asOf }))
  const { totals, unsummed } = useShown(sums, (now) => ({
    totals: now.context.totals,
    unsummed: now.hasTag('failed'),
  }))
  const retry = () => {
    list.send({ type: 'orders.retry' })
    sums.send({ type: 'totals.retry' })
  }
  useReconnected(retry)
  if (view === 'failed' || (unsummed && !totals)) {
    return <LoadFailure title={t('orders.failed')} text={t('page.failedHint')} onRetry={retry} />
  }
  if (view === 'loading' || !totals) return <Skeleton shapes={['card', 'row', 'row', 'row', 'row', 'row']} />
  if (found.length === 0) {
    return (
      <>
        <AsOf at={asOf} />
        <None filter={filter} onShowAll={onShowAll} />
      </>
    )
  }
  return (
    <>
      <AsOf at={asOf} />
      <Totals totals={totals} ofAll={filter.result === undefined} />
      <ul className={css.rows} aria-label={t('orders.history')}>
        {found.map((order) => {
          const { Ended } = cardsOf(order.kind)
          return (
            <li key={order.id}>
              <Ended order={order} onReceipt={() => onReceipt(order)} />
            </li>
          )
        })}
      </ul>
      <More pages={pages} failedText={t('orders.moreFailed')} />
    </>
  )
}

const noneOf = {
  won: 'orders.noneWon',
  lost: 'orders.noneLost',
  returned: 'orders.noneReturned',
  traded: 'orders.noneTraded',
} as const

function None({ filter: { kind, market, result }, onShowAll }: Pick<HistoryProps, 'filter' | 'onShowAll'>) {
  const { t } = useLabels()
  const isFiltered = kind !== undefined || market !== undefined || result !== undefined
  return (
    <Empty
      title={t(result ? noneOf[result] : 'orders.noneCompleted')}
      text={market ? t('orders.onlyMarket', { market: t(marketNames[market]) }) : t('orders.noneCompletedHint')}
      action={
        isFiltered ? { onClick: onShowAll, label: t('orders.showAll') } : { to: MARKETS, label: t('orders.openMarket') }
      }
    />
  )
}
