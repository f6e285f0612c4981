import i18next from 'i18next'
import type { Order } from '../../../api/trade/orders.ts'
import { resultOf } from '../../../machines/orders/life.ts'
import type { NoticeContent } from '../../../machines/session/notice.ts'
import type { LeverCause } from '../../../rules/lever/lever.ts'
import type { VoidReason } from '../../../rules/orders/order-list.ts'
import { formatAmount } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { langNow } from '../../i18n/index.ts'
import type { OrderAlert, OrderKind } from './order-kind.ts'
import { receiptPlace } from './orders-place.ts'

/**
 * The notice that an order ended, with its result and a link: a banner for an end that its owner did not ask for, and one line for all
 * fills of a strategy.
 */
export function endedNotice(order: Order, { machine, outcome, alert, origin }: OrderKind): NoticeContent {
  const pair = pairOf(order.symbol)
  const loud = alert?.(order)
  const said = `${pair}: ${i18next.t(loud?.reason ?? `orders.result.${order.state}`)}`
  const text = resultOf(machine, order.state) === 'returned' ? said : `${said} · ${outcome(order)}`
  const link = { to: receiptPlace(order), label: i18next.t('receipt.title') }
  if (loud) return { text, tone: loud.tone, stays: true, link }
  const from = origin?.(order)
  if (!from) return { text, tone: 'plain', link }
  return {
    text,
    tone: 'plain',
    link: { to: from.to, label: i18next.t('orders.strategy') },
    group: { id: from.id, text: i18next.t('orders.fills', { pair, number: '#' }) },
  }
}

/** Why a leveraged position was closed automatically, or never opened. */
export function leveragedAlert(order: {
  cause: LeverCause | 'stopOut' | null
  voidReason: VoidReason | null
}): OrderAlert | null {
  const { cause, voidReason } = order
  if (voidReason !== null) return { reason: `lever.void.${voidReason}`, tone: 'bad' }
  if (cause === null || cause === 'user') return null
  if (cause === 'stopOut') return { reason: 'forex.cause.stopOut', tone: 'bad' }
  return { reason: `lever.cause.${cause}`, tone: toneOf[cause] }
}

const toneOf = { takeProfit: 'good', delivery: 'plain', stopLoss: 'bad', liquidation: 'bad' } as const

/** The realised P&L of an order, with its currency. */
export const signedNet = ({ currency }: Pick<Order, 'currency'>, net: string): string =>
  `${formatAmount(net, 'exact', currency, langNow(), { sign: true })} ${currency}`
