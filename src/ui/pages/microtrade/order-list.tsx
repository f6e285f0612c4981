import { useActorRef, useSelector } from '@xstate/react'
import type { OrderKind } from '../../../machines/trade/orderList.ts'
import { AsOf } from '../../as-of.tsx'
import { useWords } from '../../i18n/index.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { More, usePagesView } from '../../paged-list.tsx'
import { usePart } from '../../part.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Empty, Skeleton } from '../../parts/states.tsx'
import { useReconnected } from '../../reconnected.ts'
import { useServices } from '../../services.ts'
import { useShown } from '../../shown.ts'
import { CompletedOrder } from './completed-order.tsx'
import { OpenOrder, type OrderProps } from './open-order.tsx'
import css from './orders.module.css'
import { microtrade } from './part.ts'

export type OrderListProps = Pick<OrderProps, 'onReceipt'> & {
  kind: OrderKind
  /** 0 trading, 1 completed. */
  list: 0 | 1
}

/** One list of options, with all that can be the case instead. */
export function OrderList({ kind, list, onReceipt }: OrderListProps) {
  const { inspection } = useServices()
  const machines = usePart(microtrade)
  const { t } = useWords()
  const actor = useActorRef(machines.orderList, { ...inspection, input: { kind, list } })
  useReconnected(() => actor.send({ type: 'orders.retry' }))
  const pages = useSelector(actor, (now) => now.children.pages)
  const view = usePagesView(pages)
  const { orders, asOf } = useShown(actor, ({ context: { orders, asOf } }) => ({ orders, asOf }))
  if (view === 'loading')
    return <Skeleton bones={list === 0 ? ['card', 'card'] : ['row', 'row', 'row', 'row', 'row']} />
  if (view === 'failed') {
    return (
      <LoadFailure
        title={t('orders.failed')}
        text={t('page.failedHint')}
        onRetry={() => actor.send({ type: 'orders.retry' })}
      />
    )
  }
  if (orders.length === 0) {
    return (
      <>
        <AsOf at={asOf} />
        <NoOrders list={list} />
      </>
    )
  }
  const Order = list === 0 ? OpenOrder : CompletedOrder
  return (
    <>
      <AsOf at={asOf} />
      <ul className={list === 0 ? css.cards : css.rows} aria-label={t(list === 0 ? 'orders.open' : 'orders.completed')}>
        {orders.map((order) => (
          <li key={order.id}>
            <Order order={order} onReceipt={onReceipt} />
          </li>
        ))}
      </ul>
      <More pages={pages} failedText={t('orders.moreFailed')} onMore={() => actor.send({ type: 'orders.more' })} />
    </>
  )
}

function NoOrders({ list }: Pick<OrderListProps, 'list'>) {
  const { t } = useWords()
  return (
    <Empty
      icon={list === 0 ? 'clock' : 'receipt'}
      title={t(list === 0 ? 'orders.noneOpen' : 'orders.noneCompleted')}
      text={t(list === 0 ? 'orders.noneOpenHint' : 'orders.noneCompletedHint')}
      action={
        <LinkButton kind="quiet" small to="/pages/market/index">
          {t('orders.openMarket')}
        </LinkButton>
      }
    />
  )
}
