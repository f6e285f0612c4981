import type { Platform } from '../context.ts'
import type { Db, Tx } from '../database/database.ts'
import { readTogether } from '../database/together.ts'

/** The order of deferred writes: orders before the money they hold, money before its events. */
const stages = ['orders', 'money', 'events', 'answers', 'checks'] as const

/** The target of deferred writes. */
export type Writer = { platform: Platform; tx: Tx }

/**
 * A kind of deferred write. All deferred writes of a transaction are performed together, before the commit, or before the next statement
 * through a unit's `tx`. `checks` run only before the commit.
 *
 * Deferring a write also requires `unit.prime` for every `Loader` without `reread` whose value it changes.
 */
export type Batch<Item> = {
  stage: (typeof stages)[number]
  /** Throws what rolls back the transaction; a `RetryError` retries it. */
  write(to: Writer, items: readonly Item[]): Promise<void>
}

/** A value that is read by key once in a transaction, and cached from then on. */
export type Loader<Value> = {
  /** Whether the key is a user's id: then it is read for all users of a group, at the first request. */
  ofUser: boolean
  /**
   * For values that a deferred write does not update in the cache, such as sums and counts. After a unit has deferred a write, they are
   * read again for its users, once the write is done. A key begins with the user's id, and may go on after a space.
   */
  reread?: true
  /** The value of a key without rows. */
  none: Value
  /** `nowMs`: the time of reading, in ms, for loaders of a recent period. */
  load(db: Db | Tx, keys: readonly string[], nowMs: number): Promise<ReadonlyMap<string, Value>>
}

/** What values are read from: a unit, or `readFrom`. */
export type Reads = { read<Value>(loader: Loader<Value>, key: string): Promise<Value> }

type At = Pick<Platform, 'db' | 'clock'>

/** Reads outside of a unit: uncached, and batched over all requests in the same turn of the event loop. */
export const readFrom = (at: At): Reads => ({
  read: async (loader, key) => (await togetherBy(loader)(at, key)) ?? loader.none,
})

type Together<Value> = (at: At, key: string) => Promise<Value | undefined>
const together = new WeakMap<Loader<unknown>, Together<unknown>>()

function togetherBy<Value>(loader: Loader<Value>): Together<Value> {
  const made = together.get(loader) as Together<Value> | undefined
  if (made) return made
  const by = readTogether(({ db, clock }: At, keys) => loader.load(db, keys, clock.now()))
  together.set(loader, by)
  return by
}

/** What a unit will read by a key other than a user's id: prefetched for all units of a group. */
export type Prefetch = readonly [Loader<unknown>, string]

/** One deferred write. */
export type Left = { batch: Batch<unknown>; item: unknown }

/** Performs deferred writes, one batch each, by stage and then in order of deferral. */
export async function writeAll(to: Writer, all: readonly Left[]): Promise<void> {
  const batches = new Map<Batch<unknown>, unknown[]>()
  for (const { batch, item } of all) {
    const items = batches.get(batch)
    if (items) items.push(item)
    else batches.set(batch, [item])
  }
  const sorted = [...batches].sort(([a], [b]) => stages.indexOf(a.stage) - stages.indexOf(b.stage))
  for (const [batch, items] of sorted) await batch.write(to, items)
}
