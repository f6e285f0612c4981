import type { Instrument } from './instruments.ts'

/** Where an order is made: on crypto pairs, or on foreign exchange and metals. */
export const markets = ['crypto', 'forex'] as const
export type Market = (typeof markets)[number]

/** Where an instrument is traded. */
export const marketOf = ({ kind }: Pick<Instrument, 'kind'>): Market => (kind === 'crypto' ? 'crypto' : 'forex')

/**
 * What an order came to. `returned`: nobody won, and what was held came back; `traded`: one thing was given for another, which is neither
 * a gain nor a loss.
 */
export const results = ['won', 'lost', 'returned', 'traded'] as const
export type Result = (typeof results)[number]

/**
 * Why an order came to nothing where a tick should have opened it, or none came. `stops`: that tick lay beyond its take profit or stop loss;
 * `cost`: it cost more than was held; `delivery`: its contract ended before; `noPrice`: nothing was recorded in time.
 */
export const voidReasons = ['stops', 'cost', 'delivery', 'noPrice'] as const
export type VoidReason = (typeof voidReasons)[number]

/** The kinds of order that are among the lists and totals of all. A new kind is a word here. */
export const orderKinds = ['microtrade', 'lever', 'spot', 'forex'] as const

/** So many live orders come along with what a form or a sum of them needs, the newest; the older ones page by page. */
export const LIVE_MAX = 200

/** Which orders are looked at: all of them where nothing is said. */
export type OrderFilter = {
  kind?: (typeof orderKinds)[number] | undefined
  market?: Market | undefined
  result?: Result | undefined
  symbol?: string | undefined
}

/** What keeping a list of orders needs of one. `list`: 0 trading, 1 completed. Ids grow with time. */
export type ListedOrder = { id: string; list: number; version: number }

/** Of two reports of an order, the newer: the server raises an order's version at each change. */
export const newerOf = <Order extends { version: number }>(one: Order, other: Order): Order =>
  other.version > one.version ? other : one

/** One list of orders, newest first. `complete`: no older ones are left to load. */
export type OrderPage<Order> = { orders: readonly Order[]; complete: boolean }

/**
 * The list with what is now known of an order.
 *
 * An order that completes stays where it is seen in the list of trading ones, so that nobody loses it from sight as it
 * settles; the list leaves it out when it is loaded again. One older than all that is loaded comes with its page.
 *
 * @param order as news tells it, which may be older than what was loaded
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
  const place = orders.findIndex(({ id }) => id < order.id)
  if (order.list !== list || (place < 0 && !complete)) return { orders, complete }
  return { orders: orders.toSpliced(place < 0 ? orders.length : place, 0, order), complete }
}

/** A list with a page of older entries after those that it has. One that it has already is not there twice. */
export function addPage<Entry extends { id: string }>(
  entries: readonly Entry[],
  page: readonly Entry[],
): readonly Entry[] {
  const known = new Set(entries.map(({ id }) => id))
  return [...entries, ...page.filter(({ id }) => !known.has(id))]
}
