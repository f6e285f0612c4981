import { advance, begin, hasEnded, type Step } from '../../src/machines/orders/life.ts'
import { type NewEvent, recordEvent } from '../events/module.ts'
import { tellUser } from '../inbox/module.ts'
import { assertHolds, post, walletWithin } from '../ledger/module.ts'
import type { Move, OrderKind, OrderRow, Posting, Trigger } from '../order-kind.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { requireCovered } from './coverage.ts'
import { endedOrders } from './kept-sums.ts'
import { mayHaveLive } from './table.ts'
import { armTriggers, rearmTriggers } from './triggers.ts'
import { changeRow, insertRow } from './writes.ts'

/** Columns of a new order that the kernel sets. */
type Kernel = 'id' | 'state' | 'version' | 'settled_ms'

/**
 * Places an order atomically: in the first state of its machine, with that state's postings.
 *
 * @param terms the terms frozen into it
 * @param arm its price triggers
 * @throws Refusal `insufficientBalance`; `loanNotCovered`, `loanHosting` if a debt must stay covered
 */
export async function placeOrder<Row extends OrderRow>(
  unit: Unit,
  kind: OrderKind<Row>,
  terms: Omit<Row, Kernel>,
  arm: readonly Trigger[] = [],
): Promise<Row> {
  const step = beginning(kind)
  const order = {
    ...terms,
    id: unit.platform.ids(),
    state: step.state,
    version: 1n,
    settled_ms: null,
  } as unknown as Row
  const postings = postingsOf(kind, order, step)
  // Checked before any write, so that the rest of a batch can continue after a refusal.
  await requireCovered(unit, kind, { after: order, postings: postings.map(([, posting]) => posting) })
  insertRow(unit, kind, order)
  unit.prime(mayHaveLive(kind.table), order.user_id, true)
  armTriggers(unit, kind, order, arm)
  await carryOut(unit, kind, order, step, postings)
  const { bus, telemetry } = unit.platform
  const at = telemetry?.traceparent()
  if (at) unit.after(() => bus.publish('traced', { order: order.id, at }))
  return order
}

const beginnings = new WeakMap<OrderKind['machine'], Step>()

/** The first step of every order of a kind, calculated once. */
function beginning({ machine }: Pick<OrderKind, 'machine'>): Step {
  const step = beginnings.get(machine) ?? begin(machine)
  beginnings.set(machine, step)
  return step
}

/**
 * Moves an order atomically: its machine gives the next state and the postings.
 *
 * @param unit from `commitFor` the order's owner, so that concurrent moves are serialised
 * @param order as it was read: if it has changed since, nothing happens
 * @returns the new order, or `undefined` if another move was first
 * @throws Refusal as `placeOrder`
 * @throws Error if its machine does not accept the event in this state
 */
export async function moveOrder<Row extends OrderRow>(
  unit: Unit,
  kind: OrderKind<Row>,
  order: Row,
  { event, change, arm, occurrence, notBefore }: Move<Row>,
): Promise<Row | undefined> {
  const now = BigInt(unit.platform.clock.now())
  const step = advance(kind.machine, order.state, event)
  const ended = hasEnded(kind.machine, step.state)
  const next = await changeRow(unit, kind, order, {
    ...change,
    ...(ended && {
      ...kind.ending?.(order, step),
      due_ms: null,
      settled_ms: latest(now, notBefore ?? order.accepted_ms),
    }),
    state: step.state,
  } as Partial<Row>)
  if (!next) return undefined
  const postings = postingsOf(kind, next, step)
  await requireCovered(unit, kind, { before: order, after: next, postings: postings.map(([, posting]) => posting) })
  if (ended && kind.listing) unit.defer(endedOrders({ ...kind, listing: kind.listing }), order.id)
  const triggers = ended ? [] : arm
  if (kind.crossed && triggers)
    rearmTriggers(unit, kind, next, triggers, notBefore === undefined ? now : notBefore + 1n)
  await carryOut(unit, kind, next, step, postings, occurrence)
  return next
}

// An order never ends before its due time, even if the clock was set back.
const latest = (a: bigint, b: bigint) => (a > b ? a : b)

type Named = readonly [name: string, posting: Posting]

/** The postings of a step, by the names from its machine. @throws Error if the kind has no such posting */
function postingsOf<Row extends OrderRow>(kind: OrderKind<Row>, order: Row, step: Step): Named[] {
  const postings = kind.postings(order)
  return step.postings.map((name) => {
    const posting = postings[name]?.()
    if (!posting) throw new Error(`${kind.name}: no posting ${name}`)
    return [name, posting]
  })
}

/** Posts a step's postings and sends its event to the user's devices. */
async function carryOut<Row extends OrderRow>(
  unit: Unit,
  kind: OrderKind<Row>,
  order: Row,
  step: Step,
  postings: readonly Named[],
  occurrence?: string,
): Promise<void> {
  const moved = new Set<string>()
  for (const [name, posting] of postings) {
    await post(unit, {
      cause: kind.name,
      causeId: order.id,
      step: occurrence === undefined ? name : `${name} ${occurrence}`,
      ...posting,
    })
    moved.add(posting.currency)
  }
  const events: NewEvent[] = [{ kind: kind.name, body: kind.toWire(order) } as NewEvent]
  for (const currency of moved) {
    assertHolds(unit, order.user_id, currency)
    events.push({ kind: 'wallet', body: await walletWithin(unit, order.user_id, currency) })
  }
  recordEvent(unit, order.user_id, ...events)
  await kind.extras?.(unit, order, step, occurrence)
  const message = kind.message?.(order, step)
  if (message) await tellUser(unit, order.user_id, message)
  for (const { onOrderStep } of unit.platform.modules) await onOrderStep?.(unit, kind, order)
}
