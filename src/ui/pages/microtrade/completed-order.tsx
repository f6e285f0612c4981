import { formatTime } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Row } from '../../parts/lists/list.tsx'
import { Money } from '../orders/figures.tsx'
import { Net } from './net.tsx'
import type { OrderProps } from './open-order.tsx'
import css from './orders.module.css'
import { DirectionWord } from './side.tsx'

/** An ended option. A tap opens its receipt. */
export function CompletedOrder({ order, onReceipt }: OrderProps) {
  const { t } = useLabels()
  const ended = order.settledAt ?? order.closeTime ?? order.acceptedAt
  return (
    <Row
      title={pairOf(order.symbol)}
      subtitle={
        <>
          <span className={css.line}>
            <DirectionWord direction={order.direction} />{' '}
            <Money as="exact" amount={order.amount} currency={order.currency} />
          </span>
          <span className={css.line}>{formatTime(Math.floor(ended / 1000))}</span>
        </>
      }
      value={<Net order={order} bare />}
      note={<span className="muted">{t(`orders.result.${order.state}`)}</span>}
      arrow
      onClick={onReceipt}
    />
  )
}
