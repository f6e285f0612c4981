import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Order } from '../../../api/trade/orders.ts'
import { isOver } from '../../../machines/trade/is-among.ts'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { usePart } from '../../app/part.ts'
import { useReconnected } from '../../app/reconnected.ts'
import { useShown } from '../../app/shown.ts'
import { useAsked } from '../../app/use-asked.ts'
import { pairName } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { AsOf } from '../../lists/as-of.tsx'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { usePagesView } from '../../lists/paged-list.tsx'
import { LinkButton } from '../../parts/buttons/button.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { FoldedList } from '../orders/fold.tsx'
import { orderCards } from '../orders/order-cards.ts'
import { rests } from '../orders/order-kind.ts'
import { ordersPlace } from '../orders/orders-place.ts'
import { orders as ordersPart } from '../orders/part.ts'
import { ReceiptSheet } from '../orders/receipt-sheet.tsx'
import css from './symbol-orders.module.css'

type SymbolOrdersProps = {
  instrument: Instrument
  resting: boolean
  /** What the user just ordered: it is scrolled to. */
  arrived: Order | undefined
}

/**
 * The user's positions on one instrument, or their resting orders. One that ends while the page is open stays below those that are open, with
 * its receipt.
 */
export function SymbolOrders(props: SymbolOrdersProps) {
  const { instrument, resting } = props
  const { t } = useLabels()
  return (
    <section className={css.orders} aria-label={t(resting ? 'kline.openOrders' : 'orders.positions')}>
      <h2 className="visually-hidden">{t(resting ? 'kline.openOrders' : 'orders.positions')}</h2>
      <Orders {...props} />
      <LinkButton kind="plain" to={ordersPlace(instrument)}>
        {t('kline.allOrders')}
      </LinkButton>
    </section>
  )
}

function Orders({ instrument, resting, arrived }: SymbolOrdersProps) {
  const { kinds, open, orderList } = usePart(ordersPart)
  const cardsOf = usePart(orderCards)
  const { t } = useLabels()
  const receipt = useAsked<Order>()
  const actor = useActorOf(orderList, { list: 0, symbol: instrument.symbol })
  const view = usePagesView(useSelector(actor, (now) => now.children.pages))
  useReconnected(() => actor.send({ type: 'orders.retry' }))
  const { orders: all, asOf } = useShown(actor, ({ context: { orders, asOf } }) => ({ orders, asOf }))
  // An order may end before the answer to its request arrives. The list of open orders does not take it then.
  const ended = arrived && isOver(arrived) && !all.some(({ id }) => id === arrived.id) ? [arrived] : []
  const own = [...ended, ...all].filter((order) => rests(kinds, order) === resting)
  const orders = [...own.filter((order) => !isOver(order)), ...own.filter(isOver)]
  useEffect(() => {
    // Shows the card as soon as the sheet closes, without waiting for the account event.
    if (arrived) actor.send({ type: 'account.order', order: arrived })
  }, [arrived, actor])
  useEffect(() => open.show(instrument.symbol), [open, instrument.symbol])
  if (view === 'loading') return <Skeleton shapes={['line']} />
  if (view === 'failed') {
    const retry = () => actor.send({ type: 'orders.retry' })
    return <LoadFailure title={t('orders.failed')} text={t('page.failedHint')} onRetry={retry} />
  }
  if (orders.length === 0) {
    return (
      <p className="muted">
        {t(resting ? 'kline.noOrders' : 'kline.noPositions', { pair: pairName(instrument) })} <AsOf at={asOf} />
      </p>
    )
  }
  return (
    <>
      <AsOf at={asOf} />
      <FoldedList className={css.list} orders={orders}>
        {(order) => {
          const { Card } = cardsOf(order.kind)
          return (
            <div
              className={css.card}
              ref={order.id === arrived?.id ? (card) => card?.scrollIntoView({ block: 'nearest' }) : undefined}
            >
              <Card order={order} onReceipt={() => receipt.ask(order)} />
            </div>
          )
        }}
      </FoldedList>
      {receipt.asked && <ReceiptSheet key={receipt.asked.key} order={receipt.asked.about} {...receipt.sheet} />}
    </>
  )
}
