import type { ForexOrder } from '../../../api/forex.ts'
import { forexNet } from '../../../rules/forex/figures.ts'
import { directionOf, formatAmount, formatTime } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { Row } from '../../parts/list.tsx'
import css from '../microtrade/orders.module.css'
import { colours } from '../orders/figures.tsx'
import { Side } from './side.tsx'
import { useForexWords } from './words.ts'

/** The profit or loss of an ended position, without its currency. */
export function ForexNet({ order }: { order: ForexOrder }) {
  const { lang } = useWords()
  const net = forexNet(order)
  return (
    <span className={colours[directionOf(net)]}>
      {formatAmount(net, 'exact', order.currency, lang, { sign: true })}
    </span>
  )
}

/** An ended position. A tap opens its receipt. */
export function EndedForex({ order, onReceipt }: { order: ForexOrder; onReceipt: () => void }) {
  const { symbol, direction, leverage } = order
  const words = useForexWords()
  return (
    <Row
      title={pairOf(symbol)}
      subtitle={
        <>
          <span className={css.line}>
            <Side direction={direction} leverage={leverage} /> <span className="nowrap">{words.lots(order.lots)}</span>
          </span>
          <span className={css.line}>{formatTime(Math.floor((order.settledAt ?? order.acceptedAt) / 1000))}</span>
        </>
      }
      value={<ForexNet order={order} />}
      note={<span className="muted">{words.standing(order)}</span>}
      arrow
      onClick={onReceipt}
    />
  )
}
