import type { LeverOrder, LeverReceipt } from '../../../api/trade/lever.ts'
import { leverMachine } from '../../../machines/orders/lever.ts'
import { leverReceiptMachine } from '../../../machines/trade/lever.ts'
import { canAct } from '../../../machines/trade/leverAct.ts'
import { contractNet, contractNetAt } from '../../../rules/lever/figures.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { isAbove } from '../../../rules/money/money.ts'
import { formatPlain, formatTimeMs } from '../../format/format.ts'
import { figuresOf, Net } from '../orders/figures.tsx'
import { LiveProfit } from '../orders/live-profit.tsx'
import type { OrderFacts } from '../orders/order-facts.ts'
import { leveragedSide } from '../orders/sides.ts'
import { ActSheet } from './act-sheet.tsx'
import { PositionLine } from './position-line.tsx'
import { leverReceipt } from './receipt.tsx'

const acts = ['stops', 'margin', 'close', 'cancel'] as const

/** What a contract shows: its unrealised P&L, and the distance to each price that ends it. */
export const leverFacts: OrderFacts<LeverOrder, LeverReceipt> = {
  machine: leverMachine,
  receiptMachine: leverReceiptMachine,
  side: (order, words) => leveragedSide('lever', order, words),
  size: ({ symbol, quantity, ordered }, { lang }, ended = false) =>
    `${formatPlain(!ended && isAbove(quantity, '0') ? quantity : ordered, lang)} ${instrumentOf(symbol).base}`,
  standing: ({ state, cause, voidReason }, { t }) => {
    if (cause !== null) return t(`lever.cause.${cause}`)
    return voidReason === null ? t(`orders.result.${state}`) : t(`lever.void.${voidReason}`)
  },
  profit(order, ended) {
    if (ended) return <Net net={contractNet(order)} currency={order.currency} unit />
    return order.dealPrice !== null && <LiveProfit orders={[order]} netAt={contractNetAt} />
  },
  profitLabel: ({ state }, { t }) => state === 'open.standing' && t('lever.ifClosed'),
  outcome: (order) => <Net net={contractNet(order)} currency={order.currency} />,
  line: (order, ended) => order.dealPrice !== null && !ended && <PositionLine order={order} />,
  figures(order, { t }, ended) {
    const { money, signed, price, now } = figuresOf(order, 'pay')
    const { dealPrice, margin, adding, liquidationPrice, limited, fundingTerms, nextFundingAt, deliveryAt } = order
    if (dealPrice === null)
      return [
        order.price !== null && { term: t('lever.limitPrice'), value: price(order.price) },
        { term: t('orders.now'), value: now },
        { term: t('lever.reserve'), value: money(order.reserve) },
      ]
    const entry = { term: t('orders.entry'), value: price(dealPrice), dot: 'entry' }
    const last = order.fills.at(-1)
    if (ended)
      return [
        entry,
        { term: t('receipt.closing'), value: price(last?.tick.price) },
        isAbove(last?.liquidationFee ?? '0', '0') && {
          term: t('lever.liquidationFee'),
          value: money(last?.liquidationFee, 'exact'),
        },
      ]
    const { takeProfit, stopLoss } = order.next ?? order
    const marginNow = money(margin)
    return [
      entry,
      { term: t('orders.now'), value: now, dot: 'now' },
      {
        term: t('lever.liquidation'),
        value: liquidationPrice === null ? t('lever.none') : price(liquidationPrice),
        dot: 'liquidation',
      },
      {
        term: t('lever.margin'),
        value: isAbove(adding, '0') ? (
          <>
            {marginNow} + {money(adding)}
          </>
        ) : (
          marginNow
        ),
      },
      stopLoss !== null && { term: t('lever.stopLoss'), value: price(stopLoss), dot: 'stop' },
      takeProfit !== null && { term: t('lever.takeProfit'), value: price(takeProfit), dot: 'profit' },
      isAbove(limited, '0') && { term: t('lever.limited'), value: signed(`-${limited}`, 'result') },
      fundingTerms && { term: t('lever.funding'), value: signed(order.funding, 'result') },
      nextFundingAt !== null && { term: t('lever.fundingNext'), value: formatTimeMs(nextFundingAt) },
      deliveryAt !== null && { term: t('lever.delivery'), value: formatTimeMs(deliveryAt) },
    ]
  },
  acts: acts.map((act) => ({
    label: `lever.button.${act}` as const,
    isPossible: (order) => canAct(act, order),
    Sheet: (props) => <ActSheet act={act} {...props} />,
  })),
  hasReceipt: ({ openTick }, ended) => ended || openTick !== null,
  receipt: leverReceipt,
}
