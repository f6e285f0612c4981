import type { Instrument } from '../market/instruments.ts'

/** Markets: crypto pairs, or forex and metals. */
export const markets = ['crypto', 'forex'] as const
export type Market = (typeof markets)[number]

/** The market of an instrument. */
export const marketOf = ({ kind }: Pick<Instrument, 'kind'>): Market => (kind === 'crypto' ? 'crypto' : 'forex')

/**
 * The result of an order. `returned`: refunded, without a winner; `traded`: an exchange, which is neither a gain nor a loss.
 */
export const results = ['won', 'lost', 'returned', 'traded'] as const
export type Result = (typeof results)[number]

/**
 * Why an order was void at its opening tick, or without one. `stops`: the tick was beyond its take profit or stop loss; `cost`: it cost
 * more than was held; `delivery`: its contract ended before; `noPrice`: nothing was recorded in time.
 */
export const voidReasons = ['stops', 'cost', 'delivery', 'noPrice'] as const
export type VoidReason = (typeof voidReasons)[number]

/** Number of newest live orders returned with a form's data or a sum; older ones are paged. */
export const LIVE_MAX = 200

/** The fields that an order list needs. `list`: 0 trading, 1 completed. Ids sort by time. */
export type ListedOrder = { id: string; list: number; version: number }

/** The newer of two copies of an order: its version rises with each change. */
export const newerOf = <Order extends { version: number }>(one: Order, other: Order): Order =>
  other.version > one.version ? other : one

/** A page of orders, newest first: ended ones by their end. `complete`: there are no older ones. */
export type OrderPage<Order> = { orders: readonly Order[]; complete: boolean }

/**
 * The list with a new copy of an order.
 *
 * An order that completes stays in the list of trading orders until it is loaded again, so that it does not disappear while the user
 * watches it settle. One older than all loaded orders is left to its page; one that has just ended is the newest of the completed.
 *
 * @param order from an event, which may be older than the loaded copy
 * @param list the code of this list: 0 trading, 1 completed
 */
export function noteOrder<Order extends ListedOrder>(
  { orders, complete }: OrderPage<Order>,
  order: Order,
  list: number,
): OrderPage<Order> {
  const at = orders.findIndex(({ id }) => id === order.id)
  const known = orders[at]
  if (known) return { orders: orders.with(at, newerOf(order, known)), complete }
  const place = list === 1 && orders.length > 0 ? 0 : orders.findIndex(({ id }) => id < order.id)
  if (order.list !== list || (place < 0 && !complete)) return { orders, complete }
  return { orders: orders.toSpliced(place < 0 ? orders.length : place, 0, order), complete }
}

/** A list with a page of older entries appended, without duplicates. */
export function addPage<Entry extends { id: string }>(
  entries: readonly Entry[],
  page: readonly Entry[],
): readonly Entry[] {
  const known = new Set(entries.map(({ id }) => id))
  return [...entries, ...page.filter(({ id }) => !known.has(id))]
}
