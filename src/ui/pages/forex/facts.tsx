import type { ForexOrder, ForexReceipt } from '../../../api/trade/forex.ts'
import { forexMachine } from '../../../machines/orders/forex.ts'
import { forexReceiptMachine } from '../../../machines/trade/forex.ts'
import { canActOnLots } from '../../../machines/trade/forexAct.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { formatTimeMs } from '../../format/format.ts'
import { PositionLine } from '../lever/position-line.tsx'
import { figuresOf, Net } from '../orders/figures.tsx'
import { LiveProfit } from '../orders/live-profit.tsx'
import { isResting, type OrderFacts } from '../orders/order-facts.ts'
import { leveragedSide } from '../orders/sides.ts'
import { ActSheet } from './act-sheet.tsx'
import { lotsText, profitInPips, standingText, swapInPips } from './labels.ts'
import { LivePips } from './live-pips.tsx'
import { forexNet, forexNetAt } from './profit.ts'
import { forexReceipt } from './receipt.tsx'

/** What a position shows: its unrealised P&L, its prices, and rollover so far. */
export const forexFacts: OrderFacts<ForexOrder, ForexReceipt> = {
  machine: forexMachine,
  receiptMachine: forexReceiptMachine,
  side: (order, words) => leveragedSide('forex', order, words),
  size: ({ lots, openLots }, words, ended = false) => lotsText(ended ? lots : openLots, words),
  standing: standingText,
  profit(order, ended) {
    if (order.dealPrice === null) return null
    if (ended) return <Net net={forexNet(order)} currency={order.currency} />
    return <LiveProfit orders={[order]} netAt={forexNetAt} bare />
  },
  roe: (order) =>
    order.state === 'open.standing' && <LiveProfit orders={[order]} netAt={forexNetAt} roeOf={order.margin} />,
  outcome: (order) => <Net net={forexNet(order)} currency={order.currency} />,
  line: (order, ended) =>
    !isResting(order) &&
    !ended && (
      <PositionLine symbol={order.symbol} line={{ ...order, ...(order.next ?? {}), liquidationPrice: order.stopOut }} />
    ),
  figures(order, labels, ended) {
    const { t } = labels
    const { signed, price, now, bare } = figuresOf(order, 'exact')
    const { dealPrice, closePrice, stopOut, nights, closingAt, limited } = order
    if (isResting(order) || (dealPrice === null && ended))
      return [
        order.price !== null && {
          term: t(order.type === 'stop' ? 'lever.stopPrice' : 'lever.limitPrice'),
          value: price(order.price),
        },
        ended
          ? { term: t('lever.returned'), value: bare(order.reserve) }
          : { term: t('lever.reserve'), value: bare(order.reserve, 'pay') },
        !ended && { term: t('orders.mark'), value: now },
      ]
    const entry = { term: t('orders.entryShort'), value: price(dealPrice) }
    const pipsAtClose = closePrice !== null && {
      term: t('forex.profitPips'),
      value: profitInPips(order, closePrice, labels),
    }
    const swap = nights > 0 && { term: t('forex.nights', { count: nights }), value: signed(order.swap) }
    if (ended)
      return [
        entry,
        { term: t('receipt.exit'), value: price(closePrice) },
        { term: t('lever.returned'), value: bare(order.returned) },
        pipsAtClose,
        swap,
      ]
    return [
      entry,
      { term: t('orders.mark'), value: now },
      { term: t('forex.profitPips'), value: <LivePips order={order} /> },
      pipsAtClose,
      {
        term: t('forex.stopOut'),
        value:
          dealPrice !== null && stopOut === null ? t('lever.none') : <span className="warn">{price(stopOut)}</span>,
      },
      { term: t('lever.margin'), value: dealPrice === null ? '–' : bare(order.margin, 'pay') },
      isAbove(limited, '0') && { term: t('lever.limitedShort'), value: signed(`-${limited}`, 'result') },
      closingAt !== null && { term: t('forex.closesFrom'), value: formatTimeMs(closingAt) },
      {
        term: t('forex.night'),
        value:
          dealPrice === null ? (
            '–'
          ) : (
            <>
              {signed(order.night, 'result')} · {swapInPips(order, labels)}
            </>
          ),
      },
      swap,
    ]
  },
  columns: ({ dealPrice, price, stopOut: liquidation, margin, reserve, takeProfit, stopLoss, next }) => ({
    ...{ price: dealPrice ?? price, liquidation, ...(next ?? { takeProfit, stopLoss }) },
    margin: dealPrice === null ? reserve : margin,
  }),
  acts: (['stops', 'close', 'cancel'] as const).map((act) => ({
    label: `lever.button.${act}` as const,
    applies: (order) => (act === 'cancel') === isResting(order),
    isPossible: (order) => canActOnLots(act, order),
    Sheet: (props) => <ActSheet act={act} {...props} />,
  })),
  hasReceipt: ({ openTick }, ended) => ended || openTick !== null,
  receipt: forexReceipt,
}
