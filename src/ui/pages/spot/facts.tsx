import type { SpotOrder, SpotReceipt } from '../../../api/trade/spot.ts'
import { spotMachine } from '../../../machines/orders/spot.ts'
import { spotReceiptMachine } from '../../../machines/trade/spot.ts'
import { canCancelSpot, restsOnSpot } from '../../../machines/trade/spotForm.ts'
import { QUOTE } from '../../../rules/spot/spot.ts'
import { figuresOf } from '../orders/figures.tsx'
import type { OrderFacts } from '../orders/order-facts.ts'
import { sides } from '../orders/sides.ts'
import { ByStrategy, ByStrategyText } from './by-strategy.tsx'
import { CancelSheet } from './cancel-sheet.tsx'
import { filledShare, quantitiesOf } from './quantity.ts'
import { spotReceipt } from './receipt.tsx'
import css from './spot.module.css'

/** The figures of a spot order, with amounts in USDT. */
const figuresIn = (order: SpotOrder) => figuresOf({ symbol: order.symbol, currency: QUOTE }, 'exact')

/** What a spot order shows: filled and remaining quantity, and prices. */
export const spotFacts: OrderFacts<SpotOrder, SpotReceipt> = {
  machine: spotMachine,
  receiptMachine: spotReceiptMachine,
  side: ({ side }, { t }) => ({ way: sides.spot[side].way, text: t(sides.spot[side].label) }),
  size(order, { lang }, ended = false) {
    const { whole, filled } = quantitiesOf(order, lang)
    return ended && order.averagePrice !== null ? filled : whole
  },
  standing: ({ state }, { t }) => t(`orders.result.${state}`),
  cause: ({ cause }, { t }) => cause && t(`spot.cause.${cause}`),
  outcome: (order) => (order.averagePrice === null ? '–' : figuresIn(order).money(order.worth)),
  line: (order) => (
    <div className={css.bar} aria-hidden="true">
      <span style={{ inlineSize: `${filledShare(order) * 100}%` }} />
    </div>
  ),
  figures(order, { t, lang }, ended) {
    const { price, now, bare } = figuresIn(order)
    const { averagePrice } = order
    const { filled, left } = quantitiesOf(order, lang)
    return [
      order.price !== null && { term: t('lever.limitPrice'), value: price(order.price) },
      averagePrice !== null && { term: t('spot.average'), value: price(averagePrice) },
      !ended && { term: t('orders.mark'), value: now },
      { term: t('spot.filled'), value: filled },
      ended && { term: t('spot.unfilled'), value: left },
      averagePrice !== null && { term: t(`spot.traded.${order.side}`), value: bare(order.worth) },
      averagePrice !== null && { term: t('spot.fee'), value: bare(order.fee) },
      !ended && { term: t('lever.reserve'), value: figuresOf(order, 'exact').money(order.held) },
    ]
  },
  columns: ({ price, held }) => ({ price, margin: held }),
  acts: [
    {
      label: 'lever.act.cancel',
      applies: restsOnSpot,
      isPossible: canCancelSpot,
      Sheet: CancelSheet,
    },
  ],
  hasReceipt: ({ fills }) => fills.length > 0,
  Origin: ByStrategy,
  OriginText: ByStrategyText,
  receipt: spotReceipt,
}
