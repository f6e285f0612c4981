import i18next from 'i18next'
import type { Order } from '../../../api/trade/orders.ts'
import { resultOf } from '../../../machines/orders/life.ts'
import { formatAmount } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { langNow } from '../../i18n/index.ts'
import type { OrderKind } from './order-kind.ts'
import { receiptPlace } from './orders-place.ts'

/** The notice that an order ended, with a link to its receipt. */
export const endedNotice = (order: Order, { machine, outcome }: OrderKind) => {
  const { symbol, state } = order
  const labels = `${pairOf(symbol)}: ${i18next.t(`orders.result.${state}`)}`
  return {
    text: resultOf(machine, state) === 'returned' ? labels : `${labels} · ${outcome(order)}`,
    tone: 'plain' as const,
    link: { to: receiptPlace(order), label: i18next.t('receipt.title') },
  }
}

/** The realised P&L of an order, with its currency. */
export const signedNet = ({ currency }: Pick<Order, 'currency'>, net: string): string =>
  `${formatAmount(net, 'exact', currency, langNow(), { sign: true })} ${currency}`
