import type { Order, OrderFilter } from '../../api/trade/orders.ts'
import { instrumentOf } from '../../rules/market/instruments.ts'
import { marketOf, newerOf } from '../../rules/orders/order-list.ts'
import { orderMachines } from '../orders/kinds.ts'
import { hasEnded, resultOf } from '../orders/life.ts'

/** Whether an order of any kind has ended. */
export const isOver = ({ kind, state }: Pick<Order, 'kind' | 'state'>): boolean => hasEnded(orderMachines[kind], state)

/** Whether an order matches a query, by the server's rule. */
export const isAmong = ({ kind, state, symbol }: Order, filter: OrderFilter): boolean =>
  (filter.kind === undefined || kind === filter.kind) &&
  (filter.market === undefined || marketOf(instrumentOf(symbol)) === filter.market) &&
  (filter.symbol === undefined || symbol === filter.symbol) &&
  (filter.result === undefined || resultOf(orderMachines[kind], state) === filter.result)

/** Whether a strategy placed an order; without one, true. */
export const isPlacedBy = (order: Order, strategy: string | undefined): boolean =>
  strategy === undefined || (order.kind === 'spot' && order.strategyId === strategy)

/** The live orders of a kind after an update of one, newest first; an ended one is removed. */
export function withLive<Live extends { id: string; state: string; version: number }>(
  kind: Order['kind'],
  orders: readonly Live[],
  order: Live,
): Live[] {
  const known = orders.find(({ id }) => id === order.id)
  const others = orders.filter(({ id }) => id !== order.id)
  const newest = known ? newerOf(order, known) : order
  return hasEnded(orderMachines[kind], newest.state) ? others : [newest, ...others]
}
