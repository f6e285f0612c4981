import type { Observable } from 'rxjs'
import type { AccountEvent } from '../api/wire/events.ts'

/** The opening ticks of orders (of a spot order: of its first fill) as this device received them live, to be compared with later receipts. */
export type SeenOpenings = {
  /** Hash of an order's opening tick, or null if this device received none. */
  of(orderId: string): string | null
  close(): void
}

const ORDERS_MAX = 1_000

function openTickOf({ kind, body }: AccountEvent): { id: string; hash: string } | undefined {
  const tick =
    kind === 'spot'
      ? body.fills[0]?.tick
      : kind === 'microtrade' || kind === 'lever' || kind === 'forex'
        ? body.openTick
        : null
  return tick ? { id: (body as { id: string }).id, hash: tick.hash } : undefined
}

/**
 * Subscribes, and stores the first opening tick of each order. Beyond 1,000 the oldest are dropped.
 *
 * @param event$ the account's events, in order
 */
export function createSeenOpenings(event$: Observable<AccountEvent>): SeenOpenings {
  const hashes = new Map<string, string>()
  const listening = event$.subscribe((event) => {
    const openTick = openTickOf(event)
    if (!openTick || hashes.has(openTick.id)) return
    const { id } = openTick
    hashes.set(id, openTick.hash)
    const [oldest] = hashes.keys()
    if (hashes.size > ORDERS_MAX && oldest !== undefined) hashes.delete(oldest)
  })
  return {
    of: (orderId) => hashes.get(orderId) ?? null,
    close: () => listening.unsubscribe(),
  }
}
