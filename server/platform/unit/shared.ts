import { type CompiledQuery, sql } from 'kysely'
import type { Platform } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { bound } from '../telemetry/telemetry.ts'
import { type Batch, type Left, type Loader, type Prefetch, writeAll } from './defer.ts'
import { guarded, type InTurn } from './guarded.ts'

/** A unit's part of a transaction, and the way to undo it. */
type Part = {
  whose: readonly string[]
  left: number
  checks: number
  callbacks: number
  saved: boolean
  undo: (() => void)[]
}

/**
 * One database transaction in which several units run one after the other (group commit), each undone alone if it fails.
 *
 * A handler meets three effects of it. A deferred write is held here, and performed before the next statement or the commit. A `read` is
 * remembered until a statement or a deferred write may have changed it; `dirty` are the users with such writes. `tx` is the raw
 * transaction behind a guard (`guarded.ts`) that performs the deferred writes first, and sets the savepoint before the unit's first write.
 */
export function shareTransaction(platform: Platform, raw: Tx) {
  let users: readonly string[] = []
  let prefetch: readonly Prefetch[] = []
  const left: Left[] = []
  const checks: Left[] = []
  const callbacks: (() => void)[] = []
  const memory = new Map<Loader<unknown>, Map<string, unknown>>()
  /** The users whose rows deferred writes change; empty if unknown. */
  const dirty = new Set<string>()
  let part: Part = { whose: [], left: 0, checks: 0, callbacks: 0, saved: true, undo: [] }
  let lost = false
  const to = { platform, tx: raw }

  /** Runs what belongs to no unit, or to one without a savepoint: if it fails, the transaction is lost. */
  const orLost = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      lost = true
      throw error
    }
  }

  const knownBy = (loader: Loader<unknown>) => {
    const known = memory.get(loader) ?? new Map<string, unknown>()
    memory.set(loader, known)
    return known
  }

  /** Performs deferred writes. `changes`: whether the next statement writes, too. */
  const writeLeft = async (changes: boolean): Promise<void> => {
    if (left.length === 0 && (!changes || part.saved)) return
    const others = left.splice(0, part.left)
    part.left = 0
    await orLost(() => writeAll(to, others))
    if (!part.saved && (changes || left.length > 0)) {
      // Nested in the previous one, which is never released: a rollback goes to the newest savepoint of a name.
      await orLost(() => sql`savepoint member`.execute(raw))
      part.saved = true
    }
    await writeAll(to, left.splice(0))
    dirty.clear()
  }

  /** A statement sees all earlier writes, and what it changes is read again. */
  const beforeStatement = async (query: CompiledQuery): Promise<void> => {
    const changes = !isRead(query)
    await writeLeft(changes)
    if (changes) memory.clear()
  }
  const inTurn = oneByOne()
  const tx = guarded(raw, inTurn, beforeStatement, (run) => (part.saved ? run() : orLost(run)))

  /** Clears cached sums of the unit's users, or of all if the users are unknown. */
  const forget = () => {
    for (const user of part.whose) dirty.add(user)
    for (const [loader, known] of memory) {
      if (!loader.reread) continue
      if (part.whose.length === 0) known.clear()
      else if (loader.ofUser) for (const user of part.whose) known.delete(user)
      else for (const key of known.keys()) if (part.whose.includes(userOf(key))) known.delete(key)
    }
  }
  const isDirty = (key: string) => left.length > 0 && (dirty.size === 0 || dirty.has(userOf(key)))

  const load = async <Value>(loader: Loader<Value>, key: string): Promise<Value> => {
    const known = knownBy(loader)
    if (loader.reread && isDirty(key)) await writeLeft(false)
    const others = loader.ofUser ? users : prefetch.flatMap(([of, other]) => (of === loader ? [other] : []))
    const isOpen = (one: string) => !known.has(one) && !(loader.reread && isDirty(one))
    const keys = [...new Set([key, ...others])].filter(isOpen)
    const found = keys.length === 0 ? known : await orLost(() => loader.load(raw, keys, platform.clock.now()))
    for (const one of keys) known.set(one, found.get(one) ?? loader.none)
    return known.get(key) as Value
  }

  return {
    tx,
    callbacks,
    /** Announces the units' users and other keys, so that they are read for all units at once. */
    expect: (whose: readonly { userId: string; prefetch?: readonly Prefetch[] }[]) => {
      users = [...new Set(whose.map(({ userId }) => userId))]
      prefetch = whose.flatMap(({ prefetch = [] }) => prefetch)
    },
    /**
     * Begins another unit's part. One that is `alone` needs no savepoint: undoing it rolls back the transaction.
     *
     * @param whose the users whose rows it changes
     */
    begin: (alone: boolean, whose: readonly string[]) => {
      part = { whose, left: left.length, checks: checks.length, callbacks: callbacks.length, saved: alone, undo: [] }
    },
    /**
     * Undoes the unit's changes.
     *
     * @throws Error if that fails: the transaction is lost
     */
    undo: async () => {
      if (lost) throw new Error('the transaction is lost')
      left.length = part.left
      checks.length = part.checks
      callbacks.length = part.callbacks
      for (const undo of part.undo.reverse()) undo()
      if (!part.saved) return
      memory.clear()
      await sql`rollback to savepoint member`.execute(raw)
    },
    /** Performs all deferred writes and checks. */
    finish: async () => {
      await writeAll(to, left.splice(0))
      await writeAll(to, checks.splice(0))
    },
    unit: {
      after: (done: () => void) => void callbacks.push(bound(platform, done)),
      defer: <Item>(batch: Batch<Item>, item: Item) => {
        const list = batch.stage === 'checks' ? checks : left
        list.push({ batch: batch as Batch<unknown>, item })
        forget()
      },
      read: async <Value>(loader: Loader<Value>, key: string): Promise<Value> => {
        const known = knownBy(loader)
        return known.has(key) ? (known.get(key) as Value) : inTurn(() => load(loader, key))
      },
      prime: <Value>(loader: Loader<Value>, key: string, value: Value) => {
        const known = knownBy(loader)
        const before = known.has(key) ? { value: known.get(key) } : undefined
        part.undo.push(() => (before ? known.set(key, before.value) : known.delete(key)))
        known.set(key, value)
      },
    },
  }
}

/** The user of a key of a loader that rereads. */
const userOf = (key: string) => key.split(' ', 1)[0] ?? key

/** Runs work sequentially. */
function oneByOne(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (run) => {
    const mine = last.then(run)
    last = mine.catch(() => {})
    return mine
  }
}

const isRead = ({ query, sql }: CompiledQuery) =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
