import type { MicrotradeOrder } from '../api/microtrade.ts'
import type { Wallet } from '../api/wallet.ts'

/** Adds what is newer to a map. The same map where nothing was. */
function merge<T>(
  known: ReadonlyMap<string, T>,
  incoming: readonly T[],
  keyOf: (item: T) => string,
  isNewer: (item: T, than: T) => boolean,
): ReadonlyMap<string, T> {
  let merged: Map<string, T> | undefined
  for (const item of incoming) {
    const before = (merged ?? known).get(keyOf(item))
    if (before !== undefined && !isNewer(item, before)) continue
    merged ??= new Map(known)
    merged.set(keyOf(item), item)
  }
  return merged ?? known
}

/** The newest copy of each wallet, by currency, whichever way it came: its version says which is newer. */
export const mergeWallets = (known: ReadonlyMap<string, Wallet>, incoming: readonly Wallet[]) =>
  merge(
    known,
    incoming,
    ({ currency }) => currency,
    (wallet, than) => wallet.version > than.version,
  )

/** Orders kept at most. Beyond it the oldest that have ended are let go: pages load them as they need them. */
export const ORDERS_MAX = 500

/** How far an order has come. Every state after `open` is an end. */
const stage = ({ state }: MicrotradeOrder) => (state === 'accepted' ? 0 : state === 'open' ? 1 : 2)

/** The latest known state of each order, by id. An order never goes back. */
export function mergeOrders(known: ReadonlyMap<string, MicrotradeOrder>, incoming: readonly MicrotradeOrder[]) {
  const merged = merge(
    known,
    incoming,
    ({ id }) => id,
    (order, than) => stage(order) > stage(than),
  )
  if (merged.size <= ORDERS_MAX) return merged
  // Ids sort by the time they were made.
  const ended = [...merged.values()].filter((order) => stage(order) === 2).map(({ id }) => id)
  const gone = new Set(ended.sort().slice(0, merged.size - ORDERS_MAX))
  return new Map([...merged].filter(([id]) => !gone.has(id)))
}
