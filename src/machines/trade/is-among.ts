import type { Order } from '../../api/orders.ts'
import { instrumentOf } from '../../rules/instruments.ts'
import { marketOf, type OrderFilter } from '../../rules/order-list.ts'
import { orderMachines } from '../orders/kinds.ts'
import { hasEnded, resultOf } from '../orders/life.ts'

/** Whether an order has ended, whatever its kind. */
export const isOver = ({ kind, state }: Pick<Order, 'kind' | 'state'>): boolean => hasEnded(orderMachines[kind], state)

/** Whether an order is one of those that are looked at, as the server would say. */
export const isAmong = ({ kind, state, symbol }: Order, filter: OrderFilter): boolean =>
  (filter.kind === undefined || kind === filter.kind) &&
  (filter.market === undefined || marketOf(instrumentOf(symbol)) === filter.market) &&
  (filter.symbol === undefined || symbol === filter.symbol) &&
  (filter.result === undefined || resultOf(orderMachines[kind], state) === filter.result)
