import type { Order } from '../../api/trade/orders.ts'
import type { OrderKind } from '../pages/orders/order-kind.ts'
import type { Route } from '../router/route.ts'
import type { Part } from './parts.ts'

/** What a noun brings to the app: what the first screen does without is loaded when it is needed. */
export type Noun = {
  routes?: readonly Route[]
  /** Its kind of order, for the common lists. `part`: what its cards need. */
  order?: { kind: Order['kind']; part: Part; load(): Promise<{ order: OrderKind }> }
}

/** What nouns bring to the common lists of orders. */
export const ordersOf = (nouns: readonly Noun[]) => nouns.flatMap(({ order }) => (order ? [order] : []))
