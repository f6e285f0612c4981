import type { Observable } from 'rxjs'
import type { AccountEvent } from '../api/events.ts'

/** The opening ticks of orders as this device heard of them while they ran: what a later receipt has to agree with. */
export type SeenOpenings = {
  /** Hash of an order's opening tick, or null where this device heard of none. */
  of(orderId: string): string | null
  close(): void
}

const ORDERS_MAX = 1_000

/**
 * Listens from now on, and keeps what it hears first of each order. The oldest are forgotten beyond 1,000.
 *
 * @param event$ the account's events, in order
 */
export function createSeenOpenings(event$: Observable<AccountEvent>): SeenOpenings {
  const hashes = new Map<string, string>()
  const listening = event$.subscribe((event) => {
    if (event.kind !== 'microtrade' && event.kind !== 'lever') return
    const { id, openTick } = event.body
    if (!openTick || hashes.has(id)) return
    hashes.set(id, openTick.hash)
    const [oldest] = hashes.keys()
    if (hashes.size > ORDERS_MAX && oldest !== undefined) hashes.delete(oldest)
  })
  return {
    of: (orderId) => hashes.get(orderId) ?? null,
    close: () => listening.unsubscribe(),
  }
}
