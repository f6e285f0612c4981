import i18next from 'i18next'
import type { Order } from '../../../api/trade/orders.ts'
import { orderMachines } from '../../../machines/orders/kinds.ts'
import { resultOf } from '../../../machines/orders/life.ts'
import { forexNet } from '../../../rules/forex/figures.ts'
import { contractNet } from '../../../rules/lever/figures.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { netResult } from '../../../rules/microtrade/figures.ts'
import { formatAmount, formatPlain } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { langNow } from '../../i18n/index.ts'
import { receiptPlace } from './orders-place.ts'

/** The notice that an order ended, with a link to its receipt. */
export const endedNotice = (order: Order) => ({
  text: endOf(order),
  tone: 'plain' as const,
  link: { to: receiptPlace(order), label: i18next.t('receipt.title') },
})

const netOf = (order: Exclude<Order, { kind: 'spot' }>) => {
  if (order.kind === 'lever') return contractNet(order)
  return order.kind === 'forex' ? forexNet(order) : netResult(order)
}

/** The result of an order. */
function endOf(order: Order): string {
  const { kind, symbol, state, currency } = order
  const words = `${pairOf(symbol)}: ${i18next.t(`orders.result.${state}`)}`
  if (kind === 'spot') {
    const { filled } = order
    const isFilled = order.averagePrice !== null
    return isFilled ? `${words} · ${formatPlain(filled, langNow())} ${instrumentOf(symbol).base}` : words
  }
  const net = netOf(order) ?? '0'
  const came = formatAmount(net, 'exact', currency, langNow(), { sign: true })
  const isDecided = resultOf(orderMachines[kind], state) !== 'returned'
  return `${words}${isDecided ? ` · ${came} ${currency}` : ''}`
}
