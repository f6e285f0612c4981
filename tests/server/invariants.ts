import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { checkLedger, walletsOf } from '../../server/ledger/module.ts'
import { modules as shipped } from '../../server/modules.ts'
import { kindsOf, type OrderKind, type OrderOnWire, type OrderRow } from '../../server/orders/module.ts'
import type { Db } from '../../server/platform/database/database.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import type { AccountEvent } from '../../src/api/wire/events.ts'
import { begin, hasEnded, stateOf } from '../../src/machines/orders/life.ts'
import { GENESIS } from '../../src/rules/market/chain.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { formatMoney } from '../../src/rules/money/money.ts'
import { judges as ofShipped } from './judges.ts'
import { asText, type Judge, type Moved } from './kit/judge.ts'

type Tick = Tables['ticks']
type Transfer = Tables['transfers']
type Entry = Tables['entries']
/** An order with its kind and its judge. */
type Kept = { kind: OrderKind; judge: Judge; order: OrderRow }

/** Rows seen by earlier checks: they must still exist, and are not checked again. */
type Memory = {
  acknowledged: Map<string, OrderOnWire>
  /** Transfers with their entries, and ended orders, each as one text. */
  transfers: Map<string, string>
  ended: Map<string, string>
  /** The newest tick of each symbol whose hash has been verified. */
  heads: Map<string, Tick>
  completeMs: bigint
}

export type Invariants = {
  /** Notes that an order was acknowledged to a user: from now on it must exist. */
  acknowledged(order: OrderOnWire): void
  /** @returns a line for each violation, beginning with the violated rule; none if all hold */
  check(db: Db): Promise<string[]>
}

/**
 * The invariants of a database during a run, after a crash and at the end. One instance per database, kept over
 * restarts: it remembers the rows it has seen, so that a later loss is detected. Each kind's judge has that kind's
 * invariants.
 *
 * @param judges one per kind of order
 */
export function createInvariants({ modules = shipped, judges = ofShipped } = {}): Invariants {
  const kinds = kindsOf(modules)
  const memory: Memory = {
    acknowledged: new Map(),
    transfers: new Map(),
    ended: new Map(),
    heads: new Map(),
    completeMs: 0n,
  }
  return {
    acknowledged: (order) => memory.acknowledged.set(order.id, order),
    check: async (db) => {
      // An order acknowledged during the check is not in its snapshot.
      const acknowledged = [...memory.acknowledged.values()]
      return asOfNow(db, async (tx) => {
        const all = await allOrders(tx, kinds, judges)
        const { lines, movedBy } = await checkTransfers(tx, memory, kinds, all)
        return [
          ...(await checkLedger(tx, modules)).map((line) => `ledger: ${line}`),
          ...lines,
          ...(await checkRecord(tx, memory)),
          ...checkAcknowledged(acknowledged, all),
          ...(await checkOrders(tx, memory, all, movedBy)),
          ...(await checkRequests(tx, all)),
          ...(await checkEvents(tx, all)),
        ]
      })
    },
  }
}

/** Reads a snapshot of the database, while a server may be writing to it. */
const asOfNow = <T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? read(db) : db.transaction().setIsolationLevel('repeatable read').execute(read)

/** Every order of every kind, by its id. */
async function allOrders(db: Db, kinds: readonly OrderKind[], judges: readonly Judge[]): Promise<Map<string, Kept>> {
  const all = new Map<string, Kept>()
  for (const kind of kinds) {
    const judge = judges.find((each) => each.kind.name === kind.name)
    if (!judge) throw new Error(`nobody judges ${kind.name}: its tests have no judge.ts`)
    const orders = await db
      .selectFrom(kind.table as keyof Tables)
      .selectAll()
      .orderBy('id' as never)
      .execute()
    for (const order of orders as unknown as OrderRow[]) all.set(order.id, { kind, judge, order })
  }
  return all
}

function group<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

/** Transfers are only added, each with a unique cause, and none for a missing order. */
async function checkTransfers(
  db: Db,
  { transfers: seen }: Memory,
  kinds: readonly OrderKind[],
  all: ReadonlyMap<string, Kept>,
): Promise<{ lines: string[]; movedBy(order: OrderRow): Moved }> {
  const lines: string[] = []
  const transfers = await db.selectFrom('transfers').selectAll().orderBy('id').execute()
  const entries = await db.selectFrom('entries').selectAll().orderBy('transfer_id').orderBy('account_id').execute()
  const entriesOf = group(entries, ({ transfer_id }) => transfer_id)
  const now = new Map(transfers.map((transfer) => [transfer.id, asText([transfer, entriesOf.get(transfer.id)])]))
  for (const [id, text] of seen) if (now.get(id) !== text) lines.push(`append-only: transfer ${id} was ${text}`)
  for (const [id, text] of now) if (!seen.has(id)) seen.set(id, text)

  const causes = group(transfers, ({ cause, cause_id, step }) => `${cause} ${cause_id} ${step}`)
  for (const [cause, { length }] of causes) if (length > 1) lines.push(`unique cause: ${cause} ${length} times`)

  const names = new Set(kinds.map(({ name }) => name))
  const ofOrders = group(
    transfers.filter(({ cause }) => names.has(cause)),
    ({ cause_id }) => cause_id,
  )
  for (const id of ofOrders.keys()) {
    if (!all.has(id)) lines.push(`money: moved for an order that is missing, ${id}`)
  }
  return { lines, movedBy: (order) => movedOf(order, ofOrders.get(order.id) ?? [], entriesOf) }
}

const movedOf = (order: OrderRow, own: readonly Transfer[], entriesOf: ReadonlyMap<string, Entry[]>): Moved => ({
  steps: own.map(({ step }) => step).sort(),
  sumOf: (account, currency = order.currency) =>
    own
      .flatMap(({ id }) => entriesOf.get(id) ?? [])
      .filter(({ account_id }) => account_id === `${order.user_id}:${currency}:${account}`)
      .reduce((sum, { amount }) => sum + amount, 0n),
})

/** The record grows and is chained, in order of time, and never becomes less complete. */
async function checkRecord(db: Db, memory: Memory): Promise<string[]> {
  const lines: string[] = []
  const record = await db.selectFrom('record').selectAll().executeTakeFirst()
  if (!record) return memory.completeMs > 0n ? ['record: gone'] : []
  if (record.complete_ms < memory.completeMs) {
    lines.push(`record: complete up to ${record.complete_ms}, and it was ${memory.completeMs}`)
  } else memory.completeMs = record.complete_ms
  const heads = await db
    .selectFrom('ticks')
    .select(['symbol', ({ fn }) => fn.max('seq').as('seq')])
    .groupBy('symbol')
    .execute()
  for (const { symbol, seq } of heads) {
    let previous = memory.heads.get(symbol)
    // The two newest of each symbol are never deleted: a former head exists until something follows it.
    if (previous && seq < previous.seq) lines.push(`record: ${symbol} ends at ${seq}, and it was ${previous.seq}`)
    const ticks = await db
      .selectFrom('ticks')
      .selectAll()
      .where('symbol', '=', symbol)
      .where('seq', '>', previous?.seq ?? -1n)
      .orderBy('seq')
      .execute()
    for (const tick of ticks) {
      lines.push(...checkLink(previous, tick, record))
      previous = tick
    }
    if (previous) memory.heads.set(symbol, previous)
  }
  return lines
}

function checkLink(previous: Tick | undefined, tick: Tick, record: Selectable<Tables['record']>): string[] {
  const { symbol, seq, time_ms, price } = tick
  const lines: string[] = []
  const name = `tick ${symbol} ${seq}`
  const text = [previous?.hash ?? GENESIS, symbol, seq, time_ms, formatMoney(price, instrumentOf(symbol).scale)]
  const hash = createHash('sha256').update(text.join('|')).digest('hex')
  // Old ticks without an order are deleted: over such a gap no hash can be verified.
  if (hash !== tick.hash && time_ms >= record.examined_ms) lines.push(`chain: ${name} does not follow`)
  if (price <= 0n) lines.push(`price: ${name} is ${price}`)
  if (time_ms > record.complete_ms) lines.push(`record: ${name} is later than the record is complete`)
  // A server that restarts within a second leaves a tick of that second from before, and one from after.
  if (previous && time_ms <= previous.time_ms) lines.push(`record: ${name} is not later than the one before`)
  return lines
}

/** Every acknowledged order exists, with the acknowledged terms. */
function checkAcknowledged(acknowledged: readonly OrderOnWire[], all: ReadonlyMap<string, Kept>): string[] {
  return acknowledged.flatMap((told) => {
    const kept = all.get(told.id)
    if (!kept) return [`acknowledged: order ${told.id} is gone`]
    const {
      kind,
      judge: { terms },
      order,
    } = kept
    return asText(terms(kind.toWire(order))) === asText(terms(told))
      ? []
      : [`frozen terms: order ${told.id} was ${asText(told)}`]
  })
}

/** Ended orders never change, and each order satisfies its judge. */
async function checkOrders(
  db: Db,
  memory: Memory,
  all: ReadonlyMap<string, Kept>,
  movedBy: (order: OrderRow) => Moved,
): Promise<string[]> {
  const lines = [...all.values()].flatMap(({ judge, order }) => judge.money(order, movedBy(order)))
  for (const [id, text] of memory.ended) {
    if (asText(all.get(id)?.order) !== text) lines.push(`ended: order ${id} was ${text}`)
  }
  for (const { kind, judge, order } of all.values()) {
    const isEnded = hasEnded(kind.machine, order.state)
    if (isEnded !== (order.settled_ms !== null)) lines.push(`ended: order ${order.id} ${order.state} says otherwise`)
    if (memory.ended.has(order.id)) continue
    lines.push(...(await judge.byTheRecord(db, order)))
    if (isEnded) memory.ended.set(order.id, asText(order))
  }
  return lines
}

/** An answer is stored if and only if its order is. */
async function checkRequests(db: Db, all: ReadonlyMap<string, Kept>): Promise<string[]> {
  const requests = await db.selectFrom('requests').selectAll().execute()
  // A call that closes several orders returns each of them.
  const answers = requests.flatMap(({ answer, user_id }) =>
    [JSON.parse(answer ?? 'null')].flat().map((order) => ({ user_id, order })),
  )
  const answered = group(answers, ({ order }) => String(order?.id))
  const lines = requests
    .filter(({ answer }) => answer === null)
    .map(({ request_id }) => `requests: ${request_id} was acted on and not answered`)
  for (const { judge, order } of all.values()) {
    const own = answered.get(order.id) ?? []
    const expected = judge.answers?.(order) ?? 1
    if (own.length !== expected || own.some(({ user_id }) => user_id !== order.user_id))
      lines.push(`requests: order ${order.id} has ${own.length} answers and not ${expected}`)
    answered.delete(order.id)
  }
  for (const id of answered.keys()) lines.push(`requests: an answer names an order that is missing, ${id}`)
  return lines
}

/** The states that may follow a state in its machine. */
function next(machine: AnyStateMachine, state: string): string[] {
  const found: string[] = []
  const here = stateOf(machine, state)
  // A transition out of a state leaves its substates too, and one into a state enters its initial substate.
  for (let node: AnyStateNode | undefined = here; node; node = node.parent) {
    const targets = [...node.transitions.values()].flat().flatMap(({ target }) => target ?? [here])
    for (let target of targets) {
      while (target.type === 'compound') target = target.initial.target[0] ?? target
      found.push(target.path.join('.'))
    }
  }
  return found
}

/** A user's events have no gap, report each step of an order once, and end with the wallet's current state. */
async function checkEvents(db: Db, all: ReadonlyMap<string, Kept>): Promise<string[]> {
  const lines: string[] = []
  const users = await db.selectFrom('users').select(['id', 'event_seq']).execute()
  const rows = await db.selectFrom('events').selectAll().orderBy('user_id').orderBy('seq').execute()
  const byUser = group(rows, ({ user_id }) => user_id)
  for (const { id, event_seq } of users) {
    const own = byUser.get(id) ?? []
    const first = event_seq - BigInt(own.length) + 1n
    if (own.some(({ seq }, index) => seq !== first + BigInt(index))) lines.push(`events: of ${id} have a gap`)
    // The oldest events of an active user are deleted.
    if (own.length === 0 || first !== 1n) continue
    const events = own.map(({ kind, body }) => ({ kind, body: JSON.parse(body) }) as AccountEvent)
    const mine = [...all.values()].filter(({ order }) => order.user_id === id)
    lines.push(...mine.flatMap((kept) => checkTold(kept, events)))
    const wallets = await walletsOf(db, id)
    for (const { body } of newestWallets(events)) {
      const wallet = wallets.find(({ currency }) => currency === body.currency)
      if (asText(wallet) !== asText(body)) lines.push(`wallet: ${id} was told ${asText(body)}, it is ${asText(wallet)}`)
    }
  }
  return lines
}

function checkTold({ kind: { name, machine }, order }: Kept, events: readonly AccountEvent[]): string[] {
  const told = (events as readonly { kind: string; body: unknown }[])
    .filter(({ kind }) => kind === name)
    .map(({ body }) => body as OrderOnWire)
    .filter(({ id }) => id === order.id)
  const states = told.map(({ state }) => state)
  const isPath = states.every((state, index) => {
    const before = states[index - 1]
    return before === undefined ? state === begin(machine).state : next(machine, before).includes(state)
  })
  const areCounted = told.every(({ version }, index) => version === index + 1)
  return isPath && areCounted && states.at(-1) === order.state
    ? []
    : [`events: order ${order.id} ${order.state} told as ${states}`]
}

const newestWallets = (events: readonly AccountEvent[]) => {
  const wallets = events.filter((event) => event.kind === 'wallet')
  return [...new Map(wallets.map((event) => [event.body.currency, event])).values()]
}
