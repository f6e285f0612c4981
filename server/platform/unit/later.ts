import type { Platform } from '../context.ts'
import type { Db, Tx } from '../database/database.ts'

/** When a batch is written: orders before the money that they hold, the money before what is told of it. */
const stages = ['orders', 'money', 'events', 'answers', 'checks'] as const

/** Where a batch is written to. */
export type Writer = { platform: Platform; tx: Tx }

/**
 * A kind of write that units leave for later. What all units of a transaction have left is written together, before the
 * commit, or before the next statement through the `tx` of a unit. `checks` come before the commit alone.
 *
 * Who leaves something also makes known (`unit.know`) what it changes of what is read by a `Reader`.
 */
export type Batch<Item> = {
  stage: (typeof stages)[number]
  /** Throws what undoes the transaction; a `RetryError` has it run again. */
  write(to: Writer, items: readonly Item[]): Promise<void>
}

/** Something that is read once in a transaction, by a key, and remembered from then on. */
export type Reader<Value> = {
  /** Whether the key is a user's id: then it is read for all users of a group, when the first of them asks. */
  ofUser: boolean
  /** Of a key that nothing is found for. */
  none: Value
  load(db: Db | Tx, keys: readonly string[]): Promise<ReadonlyMap<string, Value>>
}

/** Who reads by readers: a unit, or `readFrom`. */
export type Reads = { read<Value>(reader: Reader<Value>, key: string): Promise<Value> }

/** Reads outside of a unit: each time anew. */
export const readFrom = (db: Db): Reads => ({
  read: async (reader, key) => (await reader.load(db, [key])).get(key) ?? reader.none,
})

/** What a unit will read by a key that is no user's id: it is read for all units of a group at once. */
export type Ahead = readonly [Reader<unknown>, string]

/** One write that was left. */
export type Left = { batch: Batch<unknown>; item: unknown }

/** Writes what was left, each batch as one, in the order of the stages and of who came first. */
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
