import type { LeverOrder } from '../../../api/lever.ts'
import { contractNet } from '../../../rules/lever/figures.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { directionOf, formatAmount, formatPlain, formatTime } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { Row } from '../../parts/list.tsx'
import css from '../microtrade/orders.module.css'
import { colours } from '../orders/figures.tsx'
import { Side } from './side.tsx'
import { useLeverWords } from './words.ts'

/** The profit or loss of an ended contract, without its currency. */
export function ContractNet({ order }: { order: LeverOrder }) {
  const { lang } = useWords()
  const net = contractNet(order)
  return (
    <span className={colours[directionOf(net)]}>
      {formatAmount(net, 'exact', order.currency, lang, { sign: true })}
    </span>
  )
}

/** An ended contract. A tap opens its receipt. */
export function EndedContract({ order, onReceipt }: { order: LeverOrder; onReceipt: () => void }) {
  const { lang } = useWords()
  const words = useLeverWords()
  const { symbol, direction, leverage, ordered } = order
  const ended = order.settledAt ?? order.acceptedAt
  return (
    <Row
      title={pairOf(symbol)}
      subtitle={
        <>
          <span className={css.line}>
            <Side direction={direction} leverage={leverage} />{' '}
            <span className="nowrap">
              {formatPlain(ordered, lang)} {instrumentOf(symbol).base}
            </span>
          </span>
          <span className={css.line}>{formatTime(Math.floor(ended / 1000))}</span>
        </>
      }
      value={<ContractNet order={order} />}
      note={<span className="muted">{words.standing(order)}</span>}
      arrow
      onClick={onReceipt}
    />
  )
}
