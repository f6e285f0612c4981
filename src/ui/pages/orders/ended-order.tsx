import { formatTimeMs } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Row } from '../../parts/lists/list.tsx'
import css from './order-card.module.css'
import type { AnyOrder, OrderFacts } from './order-facts.ts'
import { WayMark } from './way-mark.tsx'

type OrderSizeProps<O extends AnyOrder> = { facts: OrderFacts<O>; order: O; ended?: boolean }

/** The side and quantity of an order, in a row. */
export function OrderSize<O extends AnyOrder>({ facts, order, ended = false }: OrderSizeProps<O>) {
  const words = useLabels()
  const side = facts.side(order, words)
  return (
    <span className={css.line}>
      <WayMark way={side.way}>{side.text}</WayMark> <span className="nowrap">{facts.size(order, words, ended)}</span>
    </span>
  )
}

type EndedOrderProps<O extends AnyOrder> = { facts: OrderFacts<O>; order: O; onReceipt: () => void }

/** An ended order. A tap opens its receipt. */
export function EndedOrder<O extends AnyOrder>({ facts, order, onReceipt }: EndedOrderProps<O>) {
  const words = useLabels()
  return (
    <Row
      title={pairOf(order.symbol)}
      subtitle={
        <>
          <OrderSize facts={facts} order={order} ended />
          {facts.OriginText && <facts.OriginText order={order} />}
          <span className={css.line}>{formatTimeMs(order.settledAt ?? order.acceptedAt)}</span>
        </>
      }
      value={facts.outcome(order)}
      note={<span className="muted">{facts.standing(order, words)}</span>}
      arrow
      onClick={onReceipt}
    />
  )
}
