import type { SpotOrder } from '../../../api/spot.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import { formatTime } from '../../format.ts'
import { useWords } from '../../i18n/index.ts'
import { pairOf } from '../../instrument-names.ts'
import { Row } from '../../parts/list.tsx'
import css from '../microtrade/orders.module.css'
import { Money } from '../orders/figures.tsx'
import { useStrategyOf } from './by-strategy.tsx'
import { useQuantity } from './quantity.ts'
import { Side } from './side.tsx'

/** An ended spot order. A tap opens its receipt. */
export function EndedSpot({ order, onReceipt }: { order: SpotOrder; onReceipt: () => void }) {
  const { t } = useWords()
  const { symbol, side, state, averagePrice, worth } = order
  const quantity = useQuantity(order)
  const strategy = useStrategyOf(order)
  return (
    <Row
      title={pairOf(symbol)}
      subtitle={
        <>
          <span className={css.line}>
            <Side side={side} />{' '}
            <span className="nowrap">{averagePrice === null ? quantity.whole : quantity.filled}</span>
          </span>
          {strategy !== null && <span className={css.line}>{t('spot.byStrategy')}</span>}
          <span className={css.line}>{formatTime(Math.floor((order.settledAt ?? order.acceptedAt) / 1000))}</span>
        </>
      }
      value={averagePrice === null ? '–' : <Money as="exact" amount={worth} currency={QUOTE} />}
      note={<span className="muted">{t(`orders.result.${state}`)}</span>}
      arrow
      onClick={onReceipt}
    />
  )
}
