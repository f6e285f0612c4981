import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import type { Order } from '../../../api/trade/orders.ts'
import { isOver } from '../../../machines/trade/is-among.ts'
import type { NetAt } from '../../../streams/openProfit.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { LiveProfit } from './live-profit.tsx'
import { orderCards } from './order-cards.ts'
import { type OrderKinds, ofKind } from './order-kind.ts'
import { orders } from './part.ts'
import css from './trade.module.css'

/**
 * The user's open orders, of all kinds or one, with their total above. The children below are placed once the list's length is known. If
 * loading failed, they show the error.
 */
export function OpenOrders({ kind, children }: { kind?: Order['kind'] | undefined; children: ReactNode }) {
  const machines = usePart(orders)
  const { t } = useLabels()
  const list = useActorOf(machines.orderList, { list: 0, kind })
  useReconnected(() => list.send({ type: 'orders.retry' }))
  const pages = useSelector(list, (now) => now.children.pages)
  const view = usePagesView(pages)
  const { all, complete, asOf } = useShown(list, ({ context }) => ({
    all: context.orders,
    complete: context.complete,
    asOf: context.asOf,
  }))
  return (
    <>
      {view === 'loading' && <Skeleton shapes={['line', 'card', 'line', 'line', 'card', 'row', 'row', 'row']} />}
      {view === 'ready' && (
        <Open open={all.filter((order) => !isOver(order))} complete={complete} asOf={asOf}>
          <More pages={pages} failedText={t('orders.moreFailed')} />
        </Open>
      )}
      <div hidden={view === 'loading'}>{children}</div>
    </>
  )
}

const netAtOf =
  (kinds: OrderKinds): NetAt<Order> =>
  (order, price) =>
    ofKind(kinds, order.kind).netAt?.(order, price)

type OpenProps = { open: readonly Order[]; complete: boolean; asOf: number | null; children: ReactNode }

/** `complete`: the list has all orders, so it has a total. */
function Open({ open, complete, asOf, children }: OpenProps) {
  const { kinds } = usePart(orders)
  const cardsOf = usePart(orderCards)
  const { t } = useLabels()
  const netAt = useMemo(() => netAtOf(kinds), [kinds])
  const ranked = [...kinds].sort(([, one], [, other]) => one.rank - other.rank)
  return (
    <section className={css.section} aria-label={t('orders.open')}>
      <div className={css.head}>
        <h2 className={css.title}>{t('orders.open')}</h2>
        {complete && open.filter(({ kind }) => ofKind(kinds, kind).netAt).length > 1 && (
          <p className={css.sum}>
            <span className="muted">{t('orders.allIfNow')}</span> <LiveProfit orders={open} netAt={netAt} />
          </p>
        )}
      </div>
      <AsOf at={asOf} />
      {open.length === 0 ? (
        <p className="muted">{t('orders.noneOpen')}</p>
      ) : (
        ranked.map(([kind]) => {
          const { Open } = cardsOf(kind)
          const orders = open.filter((order) => order.kind === kind)
          return orders.length > 0 && <Open key={kind} orders={orders} />
        })
      )}
      {children}
    </section>
  )
}
