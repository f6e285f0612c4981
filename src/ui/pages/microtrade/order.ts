import { microtradeMachine } from '../../../machines/orders/microtrade.ts'
import { formatPlain } from '../../format/format.ts'
import { langNow } from '../../i18n/index.ts'
import { roundTrip } from '../orders/chart-marks.ts'
import { signedNet } from '../orders/ended-notice.ts'
import type { OrderKind } from '../orders/order-kind.ts'
import { netResult, optionNetAt } from './profit.ts'

export const order: OrderKind<'microtrade'> = {
  name: 'kind.options',
  rank: 4,
  machine: microtradeMachine,
  netAt: optionNetAt,
  alert: ({ state }) => (state === 'unexpected' ? { reason: 'orders.result.unexpected', tone: 'bad' } : null),
  wayOf: ({ direction }) => direction,
  isPosition: () => true,
  net: (order) => netResult(order) ?? '0',
  outcome: (order) => signedNet(order, netResult(order) ?? '0'),
  positions({ id, direction, buyPrice, openTime, closeTime, amount }) {
    if (buyPrice === null || openTime === null || closeTime === null) return []
    const [opened, due] = [Math.floor(openTime / 1000), closeTime / 1000]
    return [{ id, direction, entry: Number(buyPrice), opened, due, size: formatPlain(amount, langNow()) }]
  },
  deals: ({ direction, buyPrice, openTime, finalPrice, closeTime }) =>
    roundTrip(direction === 'rise', [buyPrice, { time: openTime }], [[finalPrice, { time: closeTime }]]),
  cards: () => import('./cards.tsx'),
  ticket: () => import('./ticket.ts'),
}
