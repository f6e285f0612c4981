import i18next from 'i18next'
import type { Order } from '../../../api/trade/orders.ts'
import { timeIn, UTC } from '../../../rules/time/zone.ts'
import { zoneShown } from '../../format/format.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { saveFile } from '../../forms/save-file.ts'
import { toCsv } from '../records/csv.ts'
import { byEnd } from './by-end.ts'
import { type OrderKinds, ofKind } from './order-kind.ts'

/** Saves ended orders for a spreadsheet, with the page's labels; times in the user's zone, amounts as plain decimals. */
export function saveOrders(kinds: OrderKinds, orders: readonly Order[]): void {
  const { t } = i18next
  const zone = zoneShown() ?? UTC
  const time = (millis: number | null) => (millis === null ? '' : timeIn(millis / 1000, zone))
  const fields = [
    `${t('orders.endedAt')} (${zone})`,
    `${t('receipt.accepted')} (${zone})`,
    t('orders.kind'),
    t('orders.market'),
    t('orders.side'),
    t('orders.outcome'),
    t('orders.realised'),
    t('currency.label'),
    t('receipt.orderId'),
  ]
  const rows = byEnd(orders).map((order) => {
    const { name, wayOf, net } = ofKind(kinds, order.kind)
    return [
      time(order.settledAt),
      time(order.acceptedAt),
      t(name),
      pairOf(order.symbol),
      t(`orders.way.${wayOf(order)}`),
      t(`orders.result.${order.state}`),
      net(order) ?? '',
      order.currency,
      order.id,
    ]
  })
  saveFile('quoin-orders.csv', toCsv(fields, rows), 'text/csv')
}
