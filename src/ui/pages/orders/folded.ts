import type { Order } from '../../../api/trade/orders.ts'
import { type OrderKinds, ofKind } from './order-kind.ts'

/** One item of a list: an order, or all orders of a strategy with the place of its page. */
export type Folded = { id: string; to: string | undefined; orders: [Order, ...Order[]] }

/** Orders in the given order, those of one strategy together at the place of its first. */
export function foldedOf(kinds: OrderKinds, orders: readonly Order[]): readonly Folded[] {
  const all = new Map<string, Folded>()
  for (const order of orders) {
    const { id, to } = ofKind(kinds, order.kind).origin?.(order) ?? { id: order.id, to: undefined }
    const known = all.get(id)
    if (known) known.orders.push(order)
    else all.set(id, { id, to, orders: [order] })
  }
  return [...all.values()]
}
