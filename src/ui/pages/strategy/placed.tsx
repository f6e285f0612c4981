import type { OrderOf } from '../../../api/trade/orders.ts'
import { isOver } from '../../../machines/trade/is-among.ts'
import { placedOrders } from '../../../machines/trade/strategies.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useShown } from '../../app/shown.ts'
import { useAsked } from '../../app/use-asked.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFailure } from '../../lists/load-failure.tsx'
import { More, usePagesView } from '../../lists/paged-list.tsx'
import { Skeleton } from '../../parts/page/states.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { EndedOrder } from '../orders/ended-order.tsx'
import { ReceiptPage } from '../orders/receipt-page.tsx'
import { spotFacts } from '../spot/facts.tsx'
import { OpenSpots } from '../spot/open-spots.tsx'
import css from './strategy.module.css'

type Spot = OrderOf<'spot'>

/** Orders placed by a strategy, open or ended. `list`: 0 trading, 1 completed. */
export function Placed({ id, list }: { id: string; list: 0 | 1 }) {
  const { t } = useLabels()
  const actor = useActorOf(placedOrders, { list, strategy: id })
  const { all, pages } = useShown(actor, (now) => ({ all: now.context.orders, pages: now.children.pages }))
  const view = usePagesView(pages)
  const orders = all.filter((order): order is Spot => order.kind === 'spot' && isOver(order) === (list === 1))
  const title = t(list === 0 ? 'orders.openOrders' : 'strategy.placed')
  return (
    <section className={css.section} aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      {view === 'loading' && <Skeleton shapes={list === 0 ? ['card'] : ['row', 'row', 'row']} />}
      {view === 'failed' && (
        <LoadFailure title={t('strategy.ordersFailed')} onRetry={() => actor.send({ type: 'orders.retry' })} />
      )}
      {view === 'ready' &&
        (orders.length === 0 ? (
          <p className="muted">{t(list === 0 ? 'orders.noOpenOrders' : 'strategy.nonePlaced')}</p>
        ) : list === 0 ? (
          <OpenSpots orders={orders} />
        ) : (
          <Ended orders={orders} label={title} />
        ))}
      <More pages={pages} failedText={t('strategy.moreFailed')} />
    </section>
  )
}

/** Ended orders, each with its receipt. */
function Ended({ orders, label }: { orders: readonly Spot[]; label: string }) {
  const { t } = useLabels()
  const { asked, ask, sheet } = useAsked<string>()
  return (
    <>
      <ul className={css.rows} aria-label={label}>
        {orders.map((order) => (
          <li key={order.id}>
            <EndedOrder facts={spotFacts} order={order} onReceipt={() => ask(order.id)} />
          </li>
        ))}
      </ul>
      {asked && (
        <Sheet key={asked.key} {...sheet} title={t('receipt.title')}>
          <ReceiptPage facts={spotFacts} id={asked.about} />
        </Sheet>
      )}
    </>
  )
}
