import type { MicrotradeOrder } from '../../../api/trade/microtrade.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { chartPlace, pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Card, Row } from '../../parts/lists/list.tsx'
import { OrderSize } from '../orders/ended-order.tsx'
import { LiveProfit } from '../orders/live-profit.tsx'
import { microtradeFacts } from './facts.tsx'
import css from './orders.module.css'
import { optionNetAt } from './profit.ts'
import { Progress } from './progress.tsx'

/** The open options, one row each. */
export function OpenOptions({ orders }: { orders: readonly MicrotradeOrder[] }) {
  return (
    <Card menu>
      <ul className={css.rows}>
        {orders.map((order) => (
          <li key={order.id}>
            <OpenRow order={order} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** One open option: its current result and the time left. A tap opens its chart. */
function OpenRow({ order }: { order: MicrotradeOrder }) {
  const { t } = useLabels()
  return (
    <Row
      leading={
        <span className={css.small}>
          <Progress order={order} />
        </span>
      }
      title={pairOf(order.symbol)}
      subtitle={<OrderSize facts={microtradeFacts} order={order} />}
      value={<LiveProfit orders={[order]} netAt={optionNetAt} />}
      note={<span className="muted">{order.state === 'accepted' ? t('orders.waiting') : t('orders.ifNow')}</span>}
      to={chartPlace(instrumentOf(order.symbol))}
    />
  )
}
