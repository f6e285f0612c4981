import { tickWithin } from '../../src/rules/market/book.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { fillBy, holdOf, metBy, type SpotCause, spotFeeOf } from '../../src/rules/spot/spot.ts'
import { firstTickAtOrAfter, isRecordedIn, type TickRow } from '../market/module.ts'
import type { Crossing, Move, Trigger } from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Fill, fillsOf, type SpotRow, withFill } from './order.ts'

type SpotMove = Move<SpotRow>

/**
 * Decides the due step of a spot order, by the record alone: it takes the first tick from then on, or a request of its owner takes effect.
 *
 * @returns `undefined` while the deciding tick is not yet recorded
 */
export async function byTheRecord(db: Db | Tx, order: SpotRow, upToMs: number): Promise<SpotMove | undefined> {
  if (order.state === 'resting.cancelling' || order.state === 'filling.cancelling') return ended(order, 'user')
  if (order.state === 'filling.waiting' && order.time_in_force === 'ioc') return ended(order, 'immediate')
  const due = Number(order.due_ms)
  const tick = await firstTickAtOrAfter(db, order.symbol, due)
  if (tick && Number(tick.time_ms) <= due + STALE_AFTER_MS) return meeting(order, tick)
  if (upToMs <= due + STALE_AFTER_MS) return undefined
  if (stands(order)) return resting(order)
  const gap = (await isRecordedIn(db, due, due + STALE_AFTER_MS)) ? 'symbol' : 'record'
  return { ...ended(order, 'noPrice'), gap }
}

/** The step of a resting order when a tick reaches its price. */
export function onCrossing(order: SpotRow, { tick }: Crossing): SpotMove {
  const move = filling(order, tick)
  if (!move) throw new Error(`spot ${order.id}: nothing within its price at ${tick.seq}`)
  return move
}

/** Whether it rests if no tick comes in time: it is then in the book before the next tick, and takes nothing from it. */
const stands = ({ type, time_in_force, state }: SpotRow) =>
  type === 'limit' && time_in_force !== 'ioc' && state === 'pending'

/** Matches an order with a tick: the first since its acceptance, or the next one of a market order. */
function meeting(order: SpotRow, tick: TickRow): SpotMove {
  const move = filling(order, tick)
  if (order.time_in_force === 'postOnly') return move ? ended(order, 'postOnly') : resting(order, tick)
  if (move) return move
  return order.type === 'limit' && order.time_in_force === 'gtc' ? resting(order, tick) : ended(order, 'bound')
}

/** Waits for the price at which its first level of the book is within its limit. */
function resting(order: SpotRow, tick?: TickRow): SpotMove {
  return {
    event: { type: 'order.rest' },
    change: { due_ms: null },
    arm: triggersOf(order),
    ...(tick && { notBefore: tick.time_ms }),
  }
}

function triggersOf({ symbol, side, bound, level }: SpotRow): Trigger[] {
  const price = tickWithin(symbol, metBy(side), bound, Number(level))
  return [{ name: 'price', symbol, side: side === 'buy' ? 'atOrBelow' : 'atOrAbove', level: price }]
}

/** The fill of an order by a tick's book; `undefined` if it gives nothing. */
function filling(order: SpotRow, tick: TickRow): SpotMove | undefined {
  const { symbol, side, bound, level, fee_bps } = order
  const left = order.quantity - order.filled
  const { quantity, cost } = fillBy({ symbol, side, quantity: left, bound, level: Number(level) }, tick)
  if (quantity === 0n) return undefined
  const fee = spotFeeOf(cost, Number(fee_bps))
  const held = left === quantity ? 0n : holdOf(symbol, side, left - quantity, bound, Number(fee_bps))
  const freed = side === 'buy' ? order.held - held - cost - fee : 0n
  const { seq, time_ms, price, hash } = tick
  const fill: Fill = { quantity, worth: cost, fee, freed, tick: { seq, time_ms, price, hash } }
  const change = {
    filled: order.filled + quantity,
    worth: order.worth + cost,
    fee: order.fee + fee,
    held,
    fills: withFill(order, fill),
  }
  const occurrence = String(fillsOf(order).length + 1)
  if (left === quantity) return { event: { type: 'order.fill' }, change, occurrence, notBefore: time_ms }
  return { event: { type: 'order.take' }, ...goingOn(order, change, tick), occurrence, notBefore: time_ms }
}

/** The remainder rests, matches the next tick, or ends with this one. */
function goingOn(order: SpotRow, change: Partial<SpotRow>, { time_ms }: TickRow): Pick<SpotMove, 'change' | 'arm'> {
  if (order.type === 'market') return { change: { ...change, due_ms: time_ms + 1n } }
  if (order.time_in_force === 'ioc') return { change: { ...change, due_ms: time_ms } }
  const isCancelling = order.state === 'resting.cancelling' || order.state === 'filling.cancelling'
  return { change: isCancelling ? change : { ...change, due_ms: null }, arm: triggersOf(order) }
}

/** The unfilled part is refunded. */
const ended = ({ held }: SpotRow, cause: SpotCause): SpotMove => ({
  event: { type: 'order.end' },
  change: { held: 0n, released: held, cause },
})
