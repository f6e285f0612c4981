import type { Order } from '../../../api/trade/orders.ts'
import { usePart } from '../../app/part.ts'
import { useRoom } from '../../app/room.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, type Pages, usePagesView } from '../../lists/paged-list.tsx'
import { Empty, Skeleton } from '../../parts/page/states.tsx'
import { orderCards } from './order-cards.ts'
import { OrdersTable } from './orders-table.tsx'
import { orders as part } from './part.ts'
import css from './trade.module.css'

type OpenOrdersProps = {
  orders: readonly Order[]
  pages: Pages
  asOf: number | null
  of: 'positions' | 'open'
  isFiltered: boolean
  onNew: () => void
  onShowAll: () => void
  onRetry: () => void
}

/** Positions, or open orders: cards, or a table where there is room. */
export function OpenOrders({ orders, pages, asOf, of, isFiltered, onNew, onShowAll, onRetry }: OpenOrdersProps) {
  const { t } = useLabels()
  const view = usePagesView(pages)
  const title = t(of === 'positions' ? 'orders.positions' : 'orders.openOrders')
  const isWide = useRoom() === 'desk'
  if (view === 'loading') return <Skeleton shapes={['card', 'card']} />
  if (view === 'failed') return <LoadFailure title={t('orders.failed')} text={t('page.failedHint')} onRetry={onRetry} />
  return (
    // A table has this name itself.
    <section className={css.section} aria-label={isWide && orders.length > 0 ? undefined : title}>
      <h2 className="visually-hidden">{title}</h2>
      <AsOf at={asOf} />
      {orders.length === 0 ? (
        <Empty
          title={t(of === 'positions' ? 'orders.noPositions' : 'orders.noOpenOrders')}
          text={t(isFiltered ? 'orders.noneFiltered' : 'orders.noneOpen')}
          action={
            isFiltered ? { label: t('orders.showAll'), onClick: onShowAll } : { label: t('orders.new'), onClick: onNew }
          }
        />
      ) : isWide ? (
        <OrdersTable orders={orders} of={of} />
      ) : (
        <Cards orders={orders} />
      )}
      <More pages={pages} failedText={t('orders.moreFailed')} />
    </section>
  )
}

/** Each kind's orders, in the order of the kinds. */
function Cards({ orders }: { orders: readonly Order[] }) {
  const { kinds } = usePart(part)
  const cardsOf = usePart(orderCards)
  const ranked = [...kinds].sort(([, one], [, other]) => one.rank - other.rank)
  return ranked.map(([kind]) => {
    const { Open } = cardsOf(kind)
    const own = orders.filter((order) => order.kind === kind)
    return own.length > 0 && <Open key={kind} orders={own} />
  })
}
