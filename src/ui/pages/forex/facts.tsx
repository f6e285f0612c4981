import type { ForexOrder, ForexReceipt } from '../../../api/trade/forex.ts'
import { forexMachine } from '../../../machines/orders/forex.ts'
import { can } from '../../../machines/orders/life.ts'
import { forexReceiptMachine } from '../../../machines/trade/forex.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { formatTimeMs } from '../../format/format.ts'
import { figuresOf, Net } from '../orders/figures.tsx'
import { LiveProfit } from '../orders/live-profit.tsx'
import type { OrderFacts } from '../orders/order-facts.ts'
import { leveragedSide } from '../orders/sides.ts'
import { CloseSheet } from './close-sheet.tsx'
import { Expected } from './expected.tsx'
import { lotsText, standingText } from './labels.ts'
import { forexNet, forexNetAt } from './profit.ts'
import { forexReceipt } from './receipt.tsx'

/** What a position shows: its unrealised P&L, estimated proceeds, and rollover so far. */
export const forexFacts: OrderFacts<ForexOrder, ForexReceipt> = {
  machine: forexMachine,
  receiptMachine: forexReceiptMachine,
  side: (order, words) => leveragedSide('forex', order, words),
  size: ({ lots }, words) => lotsText(lots, words),
  standing: standingText,
  profit(order, ended) {
    if (order.dealPrice === null) return null
    if (ended) return <Net net={forexNet(order)} currency={order.currency} unit />
    return <LiveProfit orders={[order]} netAt={forexNetAt} />
  },
  outcome: (order) => <Net net={forexNet(order)} currency={order.currency} />,
  figures(order, { t }, ended) {
    const { money, signed, price, now } = figuresOf(order, 'exact')
    const { dealPrice, takeProfit, stopLoss, stopOut, nights, closingAt, limited } = order
    const opened = dealPrice !== null
    const open = opened && !ended
    return [
      opened && { term: t('orders.entry'), value: price(dealPrice) },
      !opened && ended && { term: t('lever.returned'), value: money(order.reserve) },
      !opened && !ended && { term: t('lever.reserve'), value: money(order.reserve, 'pay') },
      opened && ended && { term: t('forex.closePrice'), value: price(order.closePrice) },
      opened && ended && { term: t('lever.returned'), value: money(order.returned) },
      !ended && { term: t('orders.now'), value: now },
      open && { term: t('forex.expectedAbout'), value: <Expected order={order} /> },
      open && { term: t('lever.margin'), value: money(order.margin, 'pay') },
      open && { term: t('forex.stopOut'), value: stopOut === null ? t('lever.none') : price(stopOut) },
      open && stopLoss !== null && { term: t('lever.stopLoss'), value: price(stopLoss) },
      open && takeProfit !== null && { term: t('lever.takeProfit'), value: price(takeProfit) },
      open && isAbove(limited, '0') && { term: t('lever.limited'), value: signed(`-${limited}`, 'result') },
      open && closingAt !== null && { term: t('forex.closesFrom'), value: formatTimeMs(closingAt) },
      nights > 0 && { term: t('forex.nights', { count: nights }), value: signed(order.swap) },
    ]
  },
  acts: [
    {
      label: 'lever.button.close',
      isPossible: ({ state, openTick }) => openTick !== null && can(forexMachine, state, { type: 'order.close' }),
      Sheet: CloseSheet,
    },
  ],
  hasReceipt: ({ openTick }, ended) => ended || openTick !== null,
  receipt: forexReceipt,
}
