import type { Order, OrderFilter } from '../../api/trade/orders.ts'
import { instrumentOf } from '../../rules/market/instruments.ts'
import { marketOf, newerOf, type Result } from '../../rules/orders/order-list.ts'

/** Whether an order of any kind has ended. */
export const isOver = ({ list }: Pick<Order, 'list'>): boolean => list === 1

/** The result of an order, by the machine of its kind. */
export type ResultOf = (order: Pick<Order, 'kind' | 'state'>) => Result | null

/** Whether an order matches a query, by the server's rule. */
export const isAmong = (order: Order, filter: OrderFilter, resultOf: ResultOf): boolean =>
  (filter.kind === undefined || order.kind === filter.kind) &&
  (filter.market === undefined || marketOf(instrumentOf(order.symbol)) === filter.market) &&
  (filter.symbol === undefined || order.symbol === filter.symbol) &&
  (filter.result === undefined || resultOf(order) === filter.result)

/** Whether a strategy placed an order; without one, true. */
export const isPlacedBy = (order: Order, strategy: string | undefined): boolean =>
  strategy === undefined || (order.kind === 'spot' && order.strategyId === strategy)

/** Live orders after an update of one, newest first; an ended one is removed. */
export function withLive<Live extends { id: string; list: number; version: number }>(
  orders: readonly Live[],
  order: Live,
): Live[] {
  const known = orders.find(({ id }) => id === order.id)
  const others = orders.filter(({ id }) => id !== order.id)
  const newest = known ? newerOf(order, known) : order
  return newest.list === 1 ? others : [newest, ...others]
}
