import type { Platform } from '../context.ts'
import type { Db, Tx } from '../database/database.ts'
import { readTogether } from '../database/together.ts'

/** When a batch is written: orders before the money that they hold, the money before what is told of it. */
const stages = ['orders', 'money', 'events', 'answers', 'checks'] as const

/** Where a batch is written to. */
export type Writer = { platform: Platform; tx: Tx }

/**
 * A kind of write that units leave for later. What all units of a transaction have left is written together, before the
 * commit, or before the next statement through the `tx` of a unit. `checks` come before the commit alone.
 *
 * Who leaves something also makes known (`unit.know`) what it changes of what is read by a `Reader` that is not `anew`.
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
  /**
   * Whether nobody makes known what a write that was left changes of it, as of a sum or a count. Once a unit has left
   * something, it is read anew for the unit's users, behind what they have left.
   */
  anew?: true
  /** Of a key that nothing is found for. */
  none: Value
  /** `nowMs`: when it is read, in ms, for what asks about a stretch of time. */
  load(db: Db | Tx, keys: readonly string[], nowMs: number): Promise<ReadonlyMap<string, Value>>
}

/** Who reads by readers: a unit, or `readFrom`. */
export type Reads = { read<Value>(reader: Reader<Value>, key: string): Promise<Value> }

type At = Pick<Platform, 'db' | 'clock'>

/** Reads outside of a unit: each time anew, and for all who ask in the same turn of the event loop by one statement. */
export const readFrom = (at: At): Reads => ({
  read: async (reader, key) => (await togetherBy(reader)(at, key)) ?? reader.none,
})

type Together<Value> = (at: At, key: string) => Promise<Value | undefined>
const together = new WeakMap<Reader<unknown>, Together<unknown>>()

function togetherBy<Value>(reader: Reader<Value>): Together<Value> {
  const made = together.get(reader) as Together<Value> | undefined
  if (made) return made
  const by = readTogether(({ db, clock }: At, keys) => reader.load(db, keys, clock.now()))
  together.set(reader, by)
  return by
}

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
