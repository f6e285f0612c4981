import { createHash } from 'node:crypto'
import { capabilities } from '../../server/capabilities.ts'
import { checkLedger, walletsOf } from '../../server/ledger/index.ts'
import type { Db } from '../../server/platform/database/database.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import type { AccountEvent } from '../../src/api/events.ts'
import type { MicrotradeOrder } from '../../src/api/microtrade.ts'
import { microtradeMachine } from '../../src/machines/orders/microtrade.ts'
import { GENESIS } from '../../src/rules/chain.ts'
import { instrumentOf } from '../../src/rules/instruments.ts'
import { profit } from '../../src/rules/microtrade.ts'
import { formatMoney } from '../../src/rules/money.ts'
import { STALE_AFTER_MS } from '../../src/rules/prices.ts'
import { byTheRecord } from './microtrade/by-the-record.ts'

type Order = Tables['microtrades']
type Tick = Tables['ticks']

/** What was seen of a database before: what must still be there, and need not be examined again. */
type Memory = {
  acknowledged: Map<string, MicrotradeOrder>
  /** Transfers with their entries, and orders that have ended, each as one text. */
  transfers: Map<string, string>
  ended: Map<string, string>
  /** The newest tick of each symbol whose link was examined. */
  heads: Map<string, Tick>
  completeMs: bigint
}

export type Invariants = {
  /** Remembers that a person was told of an order: from now on it must be there. */
  acknowledged(order: MicrotradeOrder): void
  /** @returns a line for each violation, led by what is violated; none where all holds */
  check(db: Db): Promise<string[]>
}

/**
 * What must always hold of a database, whatever happened to the server: in the middle of a run, after a crash, at the
 * end. One for each database, kept over restarts: it remembers what it saw, so that what is undone later shows.
 */
export function createInvariants(): Invariants {
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
      // What is acknowledged while the check reads is not in what it sees.
      const acknowledged = [...memory.acknowledged.values()]
      return asOfNow(db, async (tx) => {
        const orders = await tx.selectFrom('microtrades').selectAll().orderBy('id').execute()
        return [
          ...(await checkLedger(tx, capabilities)).map((line) => `ledger: ${line}`),
          ...(await checkTransfers(tx, memory, orders)),
          ...(await checkRecord(tx, memory)),
          ...(await checkOrders(tx, memory, acknowledged, orders)),
          ...(await checkRequests(tx, orders)),
          ...(await checkEvents(tx, orders)),
        ]
      })
    },
  }
}

/** Reads the database as it is at one moment, while a server may be at work on it. */
const asOfNow = <T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? read(db) : db.transaction().setIsolationLevel('repeatable read').execute(read)

const asText = (value: unknown) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part))

function group<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

/** The steps of the money of an order in a state, the first and the last. */
const stepsOf: Record<Order['state'], string[]> = {
  accepted: ['holdStake'],
  open: ['holdStake'],
  won: ['holdStake', 'payWinner'],
  lost: ['forfeitStake', 'holdStake'],
  drawn: ['holdStake', 'returnStake'],
  unexpected: ['holdStake', 'returnStake'],
}

const payoutOf = ({ state, amount, payout_bps }: Order): bigint | null => {
  if (state === 'accepted' || state === 'open') return null
  if (state === 'won') return amount + profit(amount, Number(payout_bps))
  return state === 'lost' ? 0n : amount
}

/** Transfers are only ever added; each has a cause of its own, and the money of an order goes in and out once. */
async function checkTransfers(db: Db, { transfers: seen }: Memory, orders: readonly Order[]): Promise<string[]> {
  const lines: string[] = []
  const transfers = await db.selectFrom('transfers').selectAll().orderBy('id').execute()
  const entries = await db.selectFrom('entries').selectAll().orderBy('transfer_id').orderBy('account_id').execute()
  const entriesOf = group(entries, ({ transfer_id }) => transfer_id)
  const now = new Map(transfers.map((transfer) => [transfer.id, asText([transfer, entriesOf.get(transfer.id)])]))
  for (const [id, text] of seen) if (now.get(id) !== text) lines.push(`append-only: transfer ${id} was ${text}`)
  for (const [id, text] of now) if (!seen.has(id)) seen.set(id, text)

  const causes = group(transfers, ({ cause, cause_id, step }) => `${cause} ${cause_id} ${step}`)
  for (const [cause, { length }] of causes) if (length > 1) lines.push(`unique cause: ${cause} ${length} times`)

  const ofOrders = group(
    transfers.filter(({ cause }) => cause === 'microtrade'),
    ({ cause_id }) => cause_id,
  )
  for (const order of orders) {
    const own = ofOrders.get(order.id) ?? []
    ofOrders.delete(order.id)
    const steps = own.map(({ step }) => step).sort()
    if (asText(steps) !== asText(stepsOf[order.state])) lines.push(`money: order ${order.id} ${order.state}: ${steps}`)
    const sumOf = (kind: string) =>
      own
        .flatMap(({ id }) => entriesOf.get(id) ?? [])
        .filter(({ account_id }) => account_id === `${order.user_id}:${order.currency}:${kind}`)
        .reduce((sum, { amount }) => sum + amount, 0n)
    const payout = payoutOf(order)
    if (order.payout !== payout) lines.push(`payout: order ${order.id} pays ${order.payout}, its terms say ${payout}`)
    if (sumOf('available') !== (payout ?? 0n) - order.amount) {
      lines.push(`money: order ${order.id} ${order.state} moved ${sumOf('available')} of what is available`)
    }
    if (sumOf('held') !== (payout === null ? order.amount : 0n)) {
      lines.push(`money: order ${order.id} ${order.state} holds ${sumOf('held')}`)
    }
  }
  for (const id of ofOrders.keys()) lines.push(`money: moved for an order that is missing, ${id}`)
  return lines
}

/** The record grows and is chained, in order of time, and never gets less complete. */
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
    // The two newest of each symbol are never forgotten: what was the head is there as long as nothing came after it.
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

function checkLink(previous: Tick | undefined, tick: Tick, record: Tables['record']): string[] {
  const { symbol, seq, time_ms, price } = tick
  const lines: string[] = []
  const name = `tick ${symbol} ${seq}`
  const text = [previous?.hash ?? GENESIS, symbol, seq, time_ms, formatMoney(price, instrumentOf(symbol).scale)]
  const hash = createHash('sha256').update(text.join('|')).digest('hex')
  // What is old and no order refers to is forgotten: over such a gap no link can be examined.
  if (hash !== tick.hash && time_ms >= record.examined_ms) lines.push(`chain: ${name} does not follow`)
  if (price <= 0n) lines.push(`price: ${name} is ${price}`)
  if (time_ms > record.complete_ms) lines.push(`record: ${name} is later than the record is complete`)
  // A server that stops and starts within a second leaves a tick of that second from before, and one from after.
  if (previous && time_ms <= previous.time_ms) lines.push(`record: ${name} is not later than the one before`)
  return lines
}

/** What was acknowledged is there, what has ended stays as it is, and both prices are those that the record gives. */
async function checkOrders(
  db: Db,
  memory: Memory,
  acknowledged: readonly MicrotradeOrder[],
  orders: readonly Order[],
): Promise<string[]> {
  const lines: string[] = []
  const byId = new Map(orders.map((order) => [order.id, order]))
  for (const told of acknowledged) {
    const { id } = told
    const order = byId.get(id)
    const terms = order && [
      order.symbol,
      order.direction,
      order.currency,
      Number(order.seconds),
      Number(order.payout_bps),
    ]
    const { symbol, direction, currency, seconds, payoutBps } = told
    if (!order) lines.push(`acknowledged: order ${id} is gone`)
    else if (asText(terms) !== asText([symbol, direction, currency, seconds, payoutBps])) {
      lines.push(`frozen terms: order ${id} was ${asText(told)}`)
    }
  }
  for (const [id, text] of memory.ended) {
    if (asText(byId.get(id)) !== text) lines.push(`ended: order ${id} was ${text}`)
  }
  for (const order of orders) {
    if (memory.ended.has(order.id)) continue
    lines.push(...(await checkPrices(db, order)))
    if (order.settled_ms !== null) memory.ended.set(order.id, asText(order))
  }
  return lines
}

async function checkPrices(db: Db, order: Order): Promise<string[]> {
  const { id, symbol, state, accepted_ms, seconds, open_ms } = order
  const lines: string[] = []
  const ticks = await db
    .selectFrom('ticks')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('time_ms', '>=', accepted_ms)
    .where('time_ms', '<=', accepted_ms + BigInt(STALE_AFTER_MS) + seconds * 1000n)
    .orderBy('seq')
    .execute()
  const due = byTheRecord(order, ticks)
  const live = state === 'accepted' || state === 'open'
  const expected = {
    state: live ? state : due.state,
    open: state === 'accepted' ? null : due.open,
    close: live ? null : due.close,
  }
  const found = { state, open: order.open_seq, close: order.close_seq }
  if (asText(found) !== asText(expected)) {
    lines.push(`by the record: order ${id} is ${asText(found)}, the record says ${asText(expected)}`)
  }
  for (const prefix of ['open', 'close'] as const) {
    const seq = order[`${prefix}_seq`]
    if (seq === null) continue
    const tick = ticks.find((each) => each.seq === seq)
    const kept = [order[`${prefix}_ms`], order[`${prefix}_price`], order[`${prefix}_hash`]]
    if (asText(kept) !== asText([tick?.time_ms, tick?.price, tick?.hash])) {
      lines.push(`stored tick: order ${id} has another ${prefix} tick than the record`)
    }
  }
  if (state === 'open' && order.due_ms !== (open_ms ?? 0n) + seconds * 1000n) {
    lines.push(`due: order ${id} is due at ${order.due_ms}`)
  }
  const end = open_ms === null ? accepted_ms : open_ms + seconds * 1000n
  if (order.settled_ms !== null && order.settled_ms < end) {
    lines.push(`timestamps: order ${id} was settled at ${order.settled_ms}, before ${end}`)
  }
  return lines
}

/** An answer is stored if and only if its order is. */
async function checkRequests(db: Db, orders: readonly Order[]): Promise<string[]> {
  const requests = await db.selectFrom('requests').selectAll().execute()
  const answers = requests.map(({ answer, user_id }) => ({ user_id, order: JSON.parse(answer ?? 'null') }))
  const answered = group(answers, ({ order }) => String(order?.id))
  const lines = requests
    .filter(({ answer }) => answer === null)
    .map(({ request_id }) => `requests: ${request_id} was acted on and not answered`)
  for (const order of orders) {
    const [answer, ...more] = answered.get(order.id) ?? []
    if (answer?.user_id !== order.user_id || more.length > 0)
      lines.push(`requests: order ${order.id} has no one answer`)
    answered.delete(order.id)
  }
  for (const id of answered.keys()) lines.push(`requests: an answer names an order that is missing, ${id}`)
  return lines
}

/** What the machine lets follow each state. */
const legal = Object.fromEntries(
  Object.values(microtradeMachine.states).map(({ key, transitions }) => [
    key,
    [...transitions.values()].flat().flatMap(({ target }) => (target ?? []).map((state) => state.key)),
  ]),
)

/** A person's events run without a gap, tell each step of an order once, and end with the wallet as it is. */
async function checkEvents(db: Db, orders: readonly Order[]): Promise<string[]> {
  const lines: string[] = []
  const users = await db.selectFrom('users').select(['id', 'event_seq']).execute()
  const rows = await db.selectFrom('events').selectAll().orderBy('user_id').orderBy('seq').execute()
  const byUser = group(rows, ({ user_id }) => user_id)
  for (const { id, event_seq } of users) {
    const own = byUser.get(id) ?? []
    const first = event_seq - BigInt(own.length) + 1n
    if (own.some(({ seq }, index) => seq !== first + BigInt(index))) lines.push(`events: of ${id} have a gap`)
    // The first of a busy person are forgotten.
    if (own.length === 0 || first !== 1n) continue
    const events = own.map(({ kind, body }) => ({ kind, body: JSON.parse(body) }) as AccountEvent)
    lines.push(...checkTold(id, events, orders))
    const wallets = await walletsOf(db, id)
    for (const { body } of newestWallets(events)) {
      const wallet = wallets.find(({ currency }) => currency === body.currency)
      if (asText(wallet) !== asText(body)) lines.push(`wallet: ${id} was told ${asText(body)}, it is ${asText(wallet)}`)
    }
  }
  return lines
}

function checkTold(userId: string, events: readonly AccountEvent[], orders: readonly Order[]): string[] {
  const told = events.filter((event) => event.kind === 'microtrade').map(({ body }) => body)
  const byOrder = group(told, ({ id }) => id)
  return orders
    .filter(({ user_id }) => user_id === userId)
    .flatMap((order) => {
      const states = (byOrder.get(order.id) ?? []).map(({ state }) => state)
      const isPath = states.every((state, index) =>
        index === 0 ? state === 'accepted' : legal[states[index - 1] ?? '']?.includes(state),
      )
      return isPath && states.at(-1) === order.state
        ? []
        : [`events: order ${order.id} ${order.state} told as ${states}`]
    })
}

const newestWallets = (events: readonly AccountEvent[]) => {
  const wallets = events.filter((event) => event.kind === 'wallet')
  return [...new Map(wallets.map((event) => [event.body.currency, event])).values()]
}
