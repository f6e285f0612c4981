import type { Crossing, Move, OrderKind, OrderRow } from '../order-kind.ts'
import type { Platform } from '../platform/context.ts'
import { type Db, type Tx, transact } from '../platform/database/database.ts'
import { spanned } from '../platform/telemetry/telemetry.ts'
import { commitClaimed, type Grouped, lockUsers } from '../platform/unit/group.ts'
import type { Gap, Job } from '../platform/unit/job.ts'
import { lookDue } from './due.ts'
import { moveOrder } from './order.ts'
import { claimDue, claimPaid, claimThese, dueOrders, ordersById, type Place } from './table.ts'
import { awaitedSymbols, firstCrossings, look, pass, type Reached } from './triggers.ts'
import { primeOrder } from './writes.ts'

// Orders per commit, which bounds how long other users wait for it.
const BATCH = 32

/** Moves the due orders of a kind by the record alone, so the outcome is deterministic. Several nodes share them. */
export const dueWork = (platform: Platform, kind: OrderKind): Job => ({
  name: kind.name,
  run: async (stopping, did) => {
    const { upToMs, isSome } = await lookDue(platform.db, kind)
    if (!isSome) return 0
    let moved = 0
    let place: Place | undefined
    do {
      const behind = place
      const outcomes = await moveClaimed(platform, kind, (tx) => claimDue(tx, kind, upToMs, behind, BATCH), upToMs, did)
      moved += countMoved(outcomes)
      place = outcomes.size === BATCH ? [...outcomes.keys()].at(-1) : undefined
      if (!place) moved += countMoved(await moveHeld(platform, kind, outcomes, upToMs, behind, did))
    } while (place && !stopping())
    return moved
  },
})

/** Moves the orders of all kinds whose price triggers were crossed. */
export const triggerWork = (platform: Platform, kinds: readonly OrderKind[]): Job => ({
  name: 'triggers',
  run: async (stopping, did) => {
    let moved = 0
    for (const symbol of await awaitedSymbols(platform.db)) {
      const found = await look(platform.db, symbol)
      if (!found) continue
      // The record is complete up to the newest scanned tick; later ticks have not been scanned.
      const upToMs = Number(found.to.time_ms)
      const left: string[] = []
      for (const { kind: name, ids } of batched(found.reached)) {
        if (stopping()) return moved
        const kind = kinds.find((each) => each.name === name)
        if (!kind) throw new Error(`a trigger of ${ids[0]}, which is of no kind here: ${name}`)
        const outcomes = await moveReached(platform, kind, ids, upToMs, did)
        moved += countMoved(outcomes)
        left.push(...[...outcomes].flatMap(([{ id }, outcome]) => (outcome === 'left' ? [id] : [])))
      }
      await transact(platform.db, (tx) => pass(tx, found, left))
    }
    return moved
  },
})

/** Orders of one kind that share a commit. */
function batched(reached: readonly Reached[]): { kind: string; ids: string[] }[] {
  const batches: { kind: string; ids: string[] }[] = []
  for (const { kind, orderId } of reached) {
    const batch = batches.findLast((each) => each.kind === kind)
    if (batch && batch.ids.length < BATCH) batch.ids.push(orderId)
    else batches.push({ kind, ids: [orderId] })
  }
  return batches
}

/** `left`: it should have moved but did not, and is retried. */
type Outcome = 'moved' | 'nothing' | 'left'
type Did = ((dueMs: number, gap?: Gap) => void) | undefined
type Going = { order: OrderRow; move: Move }

type Outcomes = ReadonlyMap<OrderRow, Outcome>

const countMoved = (outcomes: Outcomes) => [...outcomes.values()].filter((outcome) => outcome === 'moved').length

/** Moves orders in the transaction that claims them. @returns the outcome of each claimed order, in order */
async function moveClaimed(
  platform: Platform,
  kind: OrderKind,
  claim: (tx: Tx) => Promise<readonly OrderRow[]>,
  upToMs: number,
  did: Did,
): Promise<Outcomes> {
  let found: readonly OrderRow[] = []
  const outcomes = new Map<OrderRow, Outcome>()
  let going: Going[] = []
  const claimed = async (tx: Tx): Promise<Grouped<unknown>[]> => {
    outcomes.clear()
    found = await claim(tx)
    for (const order of found) outcomes.set(order, 'left')
    const free = await claimPaid(tx, kind, found)
    const crossings = await crossingsOf(tx, kind, free, upToMs)
    const moves = await Promise.all(
      free.map((order) =>
        tried(platform, kind, order, () => nextMove(tx, kind, order, crossings.get(order.id), upToMs)),
      ),
    )
    going = free.flatMap((order, index) => {
      const move = moves[index]
      if (!move) outcomes.set(order, 'nothing')
      return move && move !== 'left' ? [{ order, move }] : []
    })
    return going.map(({ order, move }) => ({
      userId: order.user_id,
      at: platform.telemetry?.traceparentOf(order.id),
      work: (unit) =>
        spanned(platform, `move ${kind.name}`, () => {
          // The claim has read and locked it.
          primeOrder(unit, kind, order)
          return moveOrder(unit, kind, order, move)
        }),
    }))
  }
  try {
    const results = await commitClaimed(platform, claimed)
    for (const [index, { order, move }] of going.entries()) {
      const outcome = await tried(platform, kind, order, async () => {
        const result = results[index]
        if (result?.status === 'rejected') throw result.reason
        return countMove(move, did)
      })
      outcomes.set(order, outcome)
    }
  } catch (error) {
    const [first, ...others] = found
    if (!first) throw error
    if (others.length === 0) {
      failed(platform, kind, first, error)
      return outcomes
    }
    platform.log.error({ err: error, kind: kind.name, orders: found.length }, 'orders could not be moved together')
    // One failing order must not block the others: each is claimed again, and decided by its current state.
    for (const order of found) {
      const alone = await moveClaimed(platform, kind, (tx) => claimThese(tx, kind, [order.id]), upToMs, did)
      for (const outcome of alone.values()) outcomes.set(order, outcome)
    }
  }
  return outcomes
}

/**
 * Moves due orders that could not be claimed because their owners were locked, waiting for the lock. Otherwise work that claims the same
 * users each time the record grows could win every time, and starve them.
 */
async function moveHeld(
  platform: Platform,
  kind: OrderKind,
  claimed: Outcomes,
  upToMs: number,
  behind: Place | undefined,
  did: Did,
): Promise<Outcomes> {
  if (platform.database.kind === 'sqlite') return new Map()
  const seen = new Set([...claimed.keys()].map(({ id }) => id))
  const due = await dueOrders(platform.db, kind, upToMs, behind, BATCH)
  const held = due.filter(({ id }) => !seen.has(id))
  return moveAlone(platform, kind, held, upToMs, did)
}

/** Moves orders one by one, waiting for the lock of each owner. */
async function moveAlone(
  platform: Platform,
  kind: OrderKind,
  orders: readonly Pick<OrderRow, 'id' | 'user_id'>[],
  upToMs: number,
  did: Did,
): Promise<Outcomes> {
  const outcomes = new Map<OrderRow, Outcome>()
  for (const { id, user_id } of orders) {
    const claim = async (tx: Tx) => {
      await lockUsers(platform, tx, [user_id])
      return claimThese(tx, kind, [id])
    }
    for (const [order, outcome] of await moveClaimed(platform, kind, claim, upToMs, did)) outcomes.set(order, outcome)
  }
  return outcomes
}

/** Moves orders whose price was reached, including those whose owners are locked, as soon as the lock is free. */
async function moveReached(
  platform: Platform,
  kind: OrderKind,
  ids: readonly string[],
  upToMs: number,
  did: Did,
): Promise<Outcomes> {
  const outcomes = new Map(await moveClaimed(platform, kind, (tx) => claimThese(tx, kind, ids), upToMs, did))
  const claimed = new Set([...outcomes.keys()].map(({ id }) => id))
  const others = ids.filter((id) => !claimed.has(id))
  if (others.length === 0) return outcomes
  const held = await ordersById(platform.db, kind, others)
  for (const [order, outcome] of await moveAlone(platform, kind, held, upToMs, did)) outcomes.set(order, outcome)
  return outcomes
}

const crossingsOf = async (db: Db | Tx, kind: OrderKind, orders: readonly OrderRow[], upToMs: number) =>
  kind.crossed && orders.length > 0 ? firstCrossings(db, orders, BigInt(upToMs)) : new Map<string, Crossing>()

/** Runs one of many: a failure is logged and retried, and does not block the others. */
async function tried<T>(
  platform: Platform,
  kind: OrderKind,
  order: OrderRow,
  work: () => Promise<T>,
): Promise<T | 'left'> {
  try {
    return await work()
  } catch (error) {
    return failed(platform, kind, order, error)
  }
}

function failed({ log }: Platform, kind: OrderKind, { id }: OrderRow, error: unknown): 'left' {
  log.error({ err: error, kind: kind.name, order: id }, 'an order could not be moved')
  return 'left'
}

function countMove({ notBefore, gap }: Move, did: Did): 'moved' {
  if (notBefore !== undefined) did?.(Number(notBefore), gap)
  return 'moved'
}

/** The earlier on the record: a crossed trigger, or the due time. */
async function nextMove(
  db: Db | Tx,
  kind: OrderKind,
  order: OrderRow,
  crossing: Crossing | undefined,
  upToMs: number,
): Promise<Move | undefined> {
  if (order.settled_ms !== null) return undefined
  if (kind.crossed && crossing) return { arm: [], ...kind.crossed(order, crossing), notBefore: crossing.tick.time_ms }
  const { due_ms } = order
  const isDue = due_ms !== null && due_ms <= BigInt(upToMs)
  const move = isDue ? await kind.due?.(db, order, upToMs) : undefined
  return move && { notBefore: due_ms ?? 0n, ...move }
}
