import type { LeverOrder, LeverReceipt } from '../../../api/trade/lever.ts'
import { leverMachine } from '../../../machines/orders/lever.ts'
import { leverReceiptMachine } from '../../../machines/trade/lever.ts'
import { canAct } from '../../../machines/trade/leverAct.ts'
import { contractNet, contractNetAt } from '../../../rules/lever/figures.ts'
import { notionalOf } from '../../../rules/lever/lever.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, isAbove, parseMoney } from '../../../rules/money/money.ts'
import { formatAmount, formatPlain } from '../../format/format.ts'
import { figuresOf, Net } from '../orders/figures.tsx'
import { LiveProfit } from '../orders/live-profit.tsx'
import { isResting, type OrderFacts } from '../orders/order-facts.ts'
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
  notionalAt({ symbol, quantity, ordered, currency, ...order }, price, { lang }) {
    // A dash: what the order waits for fits beside it on one line.
    if (order.dealPrice === null && !isResting(order)) return undefined
    const { scale, quantityScale } = instrumentOf(symbol)
    const size = parseMoney(isAbove(quantity, '0') ? quantity : ordered, quantityScale)
    const at = parseMoney(price, scale)
    if (size === undefined || at === undefined) return undefined
    const notional = formatMoney(notionalOf(symbol, size, at), currencyOf(currency).scale)
    return `${formatAmount(notional, 'balance', currency, lang)} ${currency}`
  },
  profit(order, ended) {
    if (ended) return <Net net={contractNet(order)} currency={order.currency} />
    return order.dealPrice !== null && <LiveProfit orders={[order]} netAt={contractNetAt} bare />
  },
  roe: (order) =>
    order.state === 'open.standing' && <LiveProfit orders={[order]} netAt={contractNetAt} roeOf={order.margin} />,
  outcome: (order) => <Net net={contractNet(order)} currency={order.currency} />,
  line: (order, ended) =>
    !isResting(order) && !ended && <PositionLine symbol={order.symbol} line={{ ...order, ...(order.next ?? {}) }} />,
  figures(order, { t }, ended) {
    const { signed, price, now, bare } = figuresOf(order, 'pay')
    const { dealPrice, margin, adding, liquidationPrice, limited } = order
    if (isResting(order) || (dealPrice === null && ended))
      return [
        order.price !== null && { term: t('lever.limitPrice'), value: price(order.price) },
        { term: t('orders.mark'), value: now },
        { term: t('lever.reserve'), value: bare(order.reserve) },
      ]
    const entry = { term: t('orders.entryShort'), value: price(dealPrice) }
    const last = order.fills.at(-1)
    if (ended)
      return [
        entry,
        { term: t('receipt.exit'), value: price(last?.tick.price) },
        isAbove(last?.liquidationFee ?? '0', '0') && {
          term: t('lever.liquidationFee'),
          value: bare(last?.liquidationFee, 'exact'),
        },
      ]
    return [
      entry,
      { term: t('orders.mark'), value: now },
      {
        term: t('lever.liquidationShort'),
        value:
          dealPrice !== null && liquidationPrice === null ? (
            t('lever.none')
          ) : (
            <span className="warn">{price(liquidationPrice)}</span>
          ),
      },
      {
        term: t('lever.margin'),
        value:
          dealPrice === null ? (
            '–'
          ) : (
            <>
              {bare(margin)}
              {isAbove(adding, '0') && <> + {bare(adding)}</>}
            </>
          ),
      },
      isAbove(limited, '0') && { term: t('lever.limitedShort'), value: signed(`-${limited}`, 'result') },
    ]
  },
  columns: (order) => ({
    ...{ price: order.dealPrice ?? order.price, liquidation: order.liquidationPrice },
    margin: order.dealPrice === null ? order.reserve : order.margin,
    ...(order.next ?? { takeProfit: order.takeProfit, stopLoss: order.stopLoss }),
  }),
  acts: acts.map((act) => ({
    label: `lever.button.${act}` as const,
    applies: (order) => (act === 'cancel') === isResting(order),
    isPossible: (order) => canAct(act, order),
    Sheet: (props) => <ActSheet act={act} {...props} />,
  })),
  hasReceipt: ({ openTick }, ended) => ended || openTick !== null,
  receipt: leverReceipt,
}
