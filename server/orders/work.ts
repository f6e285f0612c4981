import { recordCompleteMs } from '../market/index.ts'
import type { Platform } from '../platform/context.ts'
import { type Db, type Tx, transact } from '../platform/database/database.ts'
import { commitClaimed, commitFor, type Grouped } from '../platform/unit/group.ts'
import type { Gap, Work } from '../platform/unit/work.ts'
import { lookDue } from './due.ts'
import type { Move, OrderKind, OrderRow } from './kind.ts'
import { moveOrder } from './order.ts'
import { claimDue, claimPaid, orderById, type Place } from './table.ts'
import { awaitedSymbols, firstCrossing, look, pass, type Reached } from './triggers.ts'
import { knowOrder, orderAhead } from './writes.ts'

// As many as share a commit: whoever trades meanwhile waits for no more than that.
const BATCH = 32

/**
 * Moves the orders of a kind that are due, by the record alone: the same record always gives the same outcome. Nodes that
 * do so at the same time share them.
 */
export const dueWork = (platform: Platform, kind: OrderKind): Work => ({
  name: kind.name,
  run: async (stopping, did) => {
    const { upToMs, isSome } = await lookDue(platform.db, kind)
    if (!isSome) return 0
    let moved = 0
    let place: Place | undefined
    do {
      const { found, outcomes } = await moveDue(platform, kind, upToMs, place, did)
      moved += outcomes.filter((outcome) => outcome === 'moved').length
      place = found.length === BATCH ? found.at(-1) : undefined
    } while (place && !stopping())
    return moved
  },
})

/** Moves some of the orders that are due, in the transaction that claims them. */
async function moveDue(platform: Platform, kind: OrderKind, upToMs: number, behind: Place | undefined, did: Did) {
  let found: OrderRow[] = []
  let going: Going[] = []
  const claim = async (tx: Tx): Promise<Grouped<unknown>[]> => {
    found = await claimDue(tx, kind, upToMs, behind, BATCH)
    const free = await claimPaid(tx, kind, found)
    const moves = await Promise.all(
      free.map((order) => tried(platform, kind, order, () => nextMove(tx, kind, order, upToMs))),
    )
    going = free.flatMap((order, index) => {
      const move = moves[index]
      return move && move !== 'left' ? [{ order, move }] : []
    })
    return going.map(({ order, move }) => ({
      userId: order.user_id,
      work: (unit) => {
        // It was locked as it was read.
        knowOrder(unit, kind, order)
        return moveOrder(unit, kind, order, move)
      },
    }))
  }
  try {
    const results = await commitClaimed(platform, claim)
    const outcomes = await Promise.all(
      going.map(({ order, move }, index) =>
        tried(platform, kind, order, async () => {
          const result = results[index]
          if (result?.status === 'rejected') throw result.reason
          return told(move, did)
        }),
      ),
    )
    return { found, outcomes }
  } catch (error) {
    if (found.length === 0) throw error
    platform.log.error({ err: error, kind: kind.name, orders: found.length }, 'orders could not be moved together')
    // Whoever made that of all fail keeps nobody else waiting.
    return { found, outcomes: await Promise.all(found.map((order) => step(platform, kind, order, upToMs, did))) }
  }
}

/** Moves the orders whose price the record has reached, of every kind. */
export const triggerWork = (platform: Platform, kinds: readonly OrderKind[]): Work => ({
  name: 'triggers',
  run: async (stopping, did) => {
    const symbols = await awaitedSymbols(platform.db)
    if (symbols.length === 0) return 0
    const upToMs = await recordCompleteMs(platform.db)
    let moved = 0
    for (const symbol of symbols) {
      const found = await look(platform.db, symbol)
      if (!found) continue
      const left: string[] = []
      for (let from = 0; from < found.reached.length; from += BATCH) {
        if (stopping()) return moved
        const batch = found.reached.slice(from, from + BATCH)
        const outcomes = await Promise.all(batch.map((reached) => stepReached(platform, kinds, reached, upToMs, did)))
        moved += outcomes.filter((outcome) => outcome === 'moved').length
        left.push(...batch.filter((_, index) => outcomes[index] === 'left').map(({ orderId }) => orderId))
      }
      await transact(platform.db, (tx) => pass(tx, found, left))
    }
    return moved
  },
})

/** `left`: it should have moved, and did not; it is tried again. */
type Outcome = 'moved' | 'nothing' | 'left'
type Did = ((dueMs: number, gap?: Gap) => void) | undefined
type Going = { order: OrderRow; move: Move }

async function stepReached(
  platform: Platform,
  kinds: readonly OrderKind[],
  { kind: name, orderId }: Reached,
  upToMs: number,
  did: Did,
): Promise<Outcome> {
  const kind = kinds.find((each) => each.name === name)
  if (!kind) throw new Error(`a trigger of ${orderId}, which is of no kind here: ${name}`)
  const order = await orderById(platform.db, kind, orderId)
  return order ? step(platform, kind, order, upToMs, did) : 'nothing'
}

/** Moves one order where it can move. */
const step = (platform: Platform, kind: OrderKind, order: OrderRow, upToMs: number, did: Did): Promise<Outcome> =>
  tried(platform, kind, order, async () => {
    const move = await nextMove(platform.db, kind, order, upToMs)
    if (!move) return 'nothing'
    const paid = await kind.alsoPays?.(platform.db, [order.user_id])
    const moved = await commitFor(platform, order.user_id, (unit) => moveOrder(unit, kind, order, move), {
      ahead: [orderAhead(kind, order.id)],
      with: paid?.get(order.user_id) ?? [],
    })
    return moved ? told(move, did) : 'left'
  })

/** One that fails keeps nobody else waiting: it is logged, and tried again. */
async function tried<T>(
  platform: Platform,
  kind: OrderKind,
  order: OrderRow,
  work: () => Promise<T>,
): Promise<T | 'left'> {
  try {
    return await work()
  } catch (error) {
    platform.log.error({ err: error, kind: kind.name, order: order.id }, 'an order could not be moved')
    return 'left'
  }
}

function told({ notBefore, gap }: Move, did: Did): 'moved' {
  if (notBefore !== undefined) did?.(Number(notBefore), gap)
  return 'moved'
}

/** What comes first on the record: a price that the order waits for, or its due time. */
async function nextMove(db: Db | Tx, kind: OrderKind, order: OrderRow, upToMs: number): Promise<Move | undefined> {
  if (order.settled_ms !== null) return undefined
  const { due_ms } = order
  const isDue = due_ms !== null && due_ms <= BigInt(upToMs)
  if (kind.crossed) {
    const crossing = await firstCrossing(db, order.id, isDue ? due_ms : BigInt(upToMs))
    if (crossing) return { arm: [], ...kind.crossed(order, crossing), notBefore: crossing.tick.time_ms }
  }
  const move = isDue ? await kind.due?.(db, order, upToMs) : undefined
  return move && { notBefore: due_ms ?? 0n, ...move }
}
