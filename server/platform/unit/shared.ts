import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  SqliteAdapter,
  sql,
  Transaction,
} from 'kysely'
import type { Platform } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { type Ahead, type Batch, type Left, type Reader, writeAll } from './later.ts'

/** A unit's part in a transaction, and the way to undo it. */
type Part = {
  whose: readonly string[]
  left: number
  checks: number
  callbacks: number
  saved: boolean
  undo: (() => void)[]
}

/**
 * A transaction that units share, one after the other: what they have left to write, what they have read, and what is to
 * be done after the commit.
 */
export function shareTransaction(platform: Platform, raw: Tx) {
  let users: readonly string[] = []
  let ahead: readonly Ahead[] = []
  const left: Left[] = []
  const checks: Left[] = []
  const callbacks: (() => void)[] = []
  const memory = new Map<Reader<unknown>, Map<string, unknown>>()
  /** Whose rows what is left changes; none where nobody said whose. */
  const dirty = new Set<string>()
  let part: Part = { whose: [], left: 0, checks: 0, callbacks: 0, saved: true, undo: [] }
  let lost = false
  const to = { platform, tx: raw }

  /** Runs what belongs to no unit, or to one without a savepoint: where it fails, the transaction is lost. */
  const orLost = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      lost = true
      throw error
    }
  }

  const knownBy = (reader: Reader<unknown>) => {
    const known = memory.get(reader) ?? new Map<string, unknown>()
    memory.set(reader, known)
    return known
  }

  /** Writes what was left. `changes`: whether what comes next changes something, too. */
  const writeLeft = async (changes: boolean): Promise<void> => {
    if (left.length === 0 && (!changes || part.saved)) return
    const others = left.splice(0, part.left)
    part.left = 0
    await orLost(() => writeAll(to, others))
    if (!part.saved && (changes || left.length > 0)) {
      // Within the one before, which is never released: a rollback goes to the newest of a name.
      await orLost(() => sql`savepoint member`.execute(raw))
      part.saved = true
    }
    await writeAll(to, left.splice(0))
    dirty.clear()
  }

  /** A statement sees what was written before it, and what it changes is read anew. */
  const beforeStatement = async (query: CompiledQuery): Promise<void> => {
    const changes = !isRead(query)
    await writeLeft(changes)
    if (changes) memory.clear()
  }
  const inTurn = oneByOne()
  const tx = guarded(raw, inTurn, beforeStatement, (run) => (part.saved ? run() : orLost(run)))

  /** What the unit leaves is about its users: what is to be read anew is forgotten of them, or of all where nobody said whose it is. */
  const forget = () => {
    for (const user of part.whose) dirty.add(user)
    for (const [reader, known] of memory) {
      if (!reader.anew) continue
      if (part.whose.length === 0) known.clear()
      else for (const user of part.whose) known.delete(user)
    }
  }
  const isDirty = (user: string) => left.length > 0 && (dirty.size === 0 || dirty.has(user))

  const load = async <Value>(reader: Reader<Value>, key: string): Promise<Value> => {
    const known = knownBy(reader)
    if (reader.anew && isDirty(key)) await writeLeft(false)
    const others = reader.ofUser ? users : ahead.flatMap(([of, other]) => (of === reader ? [other] : []))
    const isOpen = (one: string) => !known.has(one) && !(reader.anew && isDirty(one))
    const keys = [...new Set([key, ...others])].filter(isOpen)
    const found = keys.length === 0 ? known : await orLost(() => reader.load(raw, keys, platform.clock.now()))
    for (const one of keys) known.set(one, found.get(one) ?? reader.none)
    return known.get(key) as Value
  }

  return {
    tx,
    callbacks,
    /** Says whom the units are about, and what they will ask for by keys that are not a user's: it is read for all of them at once. */
    expect: (whose: readonly { userId: string; ahead?: readonly Ahead[] }[]) => {
      users = [...new Set(whose.map(({ userId }) => userId))]
      ahead = whose.flatMap(({ ahead = [] }) => ahead)
    },
    /**
     * Begins the part of another unit. One that is `alone` needs no savepoint: what undoes it undoes the transaction.
     *
     * @param whose the users whose rows it changes
     */
    begin: (alone: boolean, whose: readonly string[]) => {
      part = { whose, left: left.length, checks: checks.length, callbacks: callbacks.length, saved: alone, undo: [] }
    },
    /**
     * Undoes what the unit has done since it began.
     *
     * @throws Error where that cannot be done: the transaction is lost
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
    /** Writes all that is left, and checks it. */
    finish: async () => {
      await writeAll(to, left.splice(0))
      await writeAll(to, checks.splice(0))
    },
    unit: {
      after: (done: () => void) => void callbacks.push(done),
      later: <Item>(batch: Batch<Item>, item: Item) => {
        const list = batch.stage === 'checks' ? checks : left
        list.push({ batch: batch as Batch<unknown>, item })
        forget()
      },
      read: async <Value>(reader: Reader<Value>, key: string): Promise<Value> => {
        const known = knownBy(reader)
        return known.has(key) ? (known.get(key) as Value) : inTurn(() => load(reader, key))
      },
      know: <Value>(reader: Reader<Value>, key: string, value: Value) => {
        const known = knownBy(reader)
        const before = known.has(key) ? { value: known.get(key) } : undefined
        part.undo.push(() => (before ? known.set(key, before.value) : known.delete(key)))
        known.set(key, value)
      },
    },
  }
}

type InTurn = <T>(run: () => Promise<T>) => Promise<T>

/** Runs what it is handed one after the other. */
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

/** A transaction's other parts, which nothing within one asks for. */
const dialect: Dialect = {
  createDriver: () => new DummyDriver(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: () => {
    throw new Error('a transaction has no introspector')
  },
  createQueryCompiler: () => {
    throw new Error('a transaction has its own compiler')
  },
}

/** The same transaction, which lets `before` come before each statement, and `around` run it: one after the other. */
function guarded(
  raw: Tx,
  inTurn: InTurn,
  before: (query: CompiledQuery) => Promise<void>,
  around: <T>(run: () => Promise<T>) => Promise<T>,
): Tx {
  const executor = raw.getExecutor()
  const connection: DatabaseConnection = {
    executeQuery: (query) =>
      inTurn(async () => {
        await before(query)
        return around(() => executor.provideConnection((inner) => inner.executeQuery<never>(query)))
      }),
    streamQuery: () => {
      throw new Error('a unit of work reads no stream')
    },
  }
  return new Transaction({
    config: { dialect },
    dialect,
    driver: dialect.createDriver(),
    executor: executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  })
}
