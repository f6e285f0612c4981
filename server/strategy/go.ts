import { Refusal } from '../../src/api/wire/messages.ts'
import { bestOf } from '../../src/rules/market/book.ts'
import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { formatMoney, type Minor } from '../../src/rules/money/money.ts'
import { marketBound } from '../../src/rules/spot/spot.ts'
import { intervalMs, mostFor, turnAfter } from '../../src/rules/strategy/strategy.ts'
import { newestTick, type Prices, pricesByTick } from '../market/module.ts'
import type { Move } from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Unit } from '../platform/unit/unit.ts'
import { cancelSpot, isCancellable, requirePair, type SpotRow, tradeSpot } from '../spot/module.ts'
import { requireActive } from '../user/module.ts'
import { keyOf, ordersAt, type Step, type StrategyRow, stepsOf, stepsToText } from './order.ts'

type StrategyMove = Move<StrategyRow>

/** A step whose recurring buy is due, and one whose order has ended. */
export const TURN = 'turn'
export const GO = 'go'

/**
 * The due step of a strategy: it stores the results of its ended orders, and continues, pauses or ends as requested.
 *
 * @returns `undefined` while its orders are still open, or there is no price
 */
export async function atItsTime(db: Db | Tx, row: StrategyRow, upToMs: number): Promise<StrategyMove | undefined> {
  const orders = await ordersAt(db, row)
  const all = [...orders.values()]
  if (row.state !== 'running') {
    if (all.some(({ settled_ms }) => settled_ms === null)) return undefined
    const change = { ...noted(row, orders), due_ms: null }
    if (row.state === 'pausing') return { event: { type: 'strategy.rest' }, change }
    return { event: { type: row.reason === null ? 'strategy.end' : 'strategy.fail' }, change }
  }
  const tick = await newestTick(db, row.symbol)
  // For a pair that has a price but is no longer offered, placing refuses.
  if (!tick) return { event: { type: 'strategy.stop' }, change: { reason: 'pairNotFound' } }
  if (Number(tick.time_ms) + STALE_AFTER_MS < upToMs) return undefined
  const change = noted(row, orders)
  if (row.type === 'grid' && all.some(({ cause }) => cause === 'user')) {
    return { event: { type: 'strategy.pause' }, change: { ...change, reason: 'strategyOrderTaken' } }
  }
  const turn = row.turn_ms
  if (turn === null) return { event: { type: 'strategy.go' }, occurrence: GO, change: { ...change, due_ms: null } }
  if (turn > BigInt(upToMs))
    return { event: { type: 'strategy.go' }, occurrence: GO, change: { ...change, due_ms: turn } }
  const { next, missed } = turnAfter(Number(turn), intervalMs(Number(row.days), Number(row.day_ms)), upToMs)
  // One buy for all missed intervals; none while the last order is still open.
  const isOpen = all.some(({ settled_ms }) => settled_ms === null)
  return {
    event: { type: 'strategy.go' },
    occurrence: isOpen ? GO : TURN,
    change: {
      ...change,
      turn_ms: BigInt(next),
      due_ms: BigInt(next),
      missed: (change.missed ?? row.missed) + BigInt(missed + (isOpen ? 1 : 0)),
    },
  }
}

/** A strategy with the results of its ended orders. */
function noted(row: StrategyRow, orders: ReadonlyMap<string, SpotRow>): Partial<StrategyRow> {
  let change: Partial<StrategyRow> = {}
  const steps = stepsOf(row).map((step, at) => {
    const order = orders.get(keyOf(at, step))
    if (!order || order.settled_ms === null) return step
    const now = { ...row, ...change }
    change = { ...change, ...summed(now, order) }
    const [after, round] = stepped(row.type, step, order)
    if (round !== undefined) change = { ...change, rounds: now.rounds + 1n, realised: now.realised + round }
    return after
  })
  return { ...change, steps: stepsToText(steps) }
}

function summed(row: StrategyRow, { side, filled, worth, fee }: SpotRow): Partial<StrategyRow> {
  const fees = row.fees + fee
  if (side === 'buy') {
    if (filled === 0n) return row.type === 'recurring' ? { missed: row.missed + 1n } : {}
    return { fees, buys: row.buys + 1n, spent: row.spent + worth + fee, coins: row.coins + filled }
  }
  if (filled === 0n) return {}
  return { fees, sells: row.sells + 1n, received: row.received + worth - fee, coins: row.coins - filled }
}

/** A step after one of its orders, and the result of its round trip if that is complete: everything bought is sold again. */
function stepped(type: StrategyRow['type'], step: Step, { side, filled, worth, fee }: SpotRow): [Step, Minor?] {
  const order = step.order + 1n
  if (type === 'recurring') return [{ ...step, order }]
  if (side === 'buy') return [{ ...step, order, coins: step.coins + filled, spent: step.spent + worth + fee }]
  const [coins, received] = [step.coins - filled, step.received + worth - fee]
  if (coins > 0n) return [{ ...step, order, coins, received }]
  return [{ ...step, order, coins: 0n, spent: 0n, received: 0n }, received - step.spent]
}

/** The prices for decisions without a request: the newest recorded ones. */
export async function recordedPrices(unit: Unit, symbol: string): Promise<Prices> {
  return pricesByTick(await newestTick(unit.tx, symbol))
}

/**
 * Places the orders that a running strategy has not placed yet, one for each of its levels, through the same path as the user's own.
 *
 * @throws Refusal of an order, before anything of that order is written
 */
export async function placeAll(unit: Unit, prices: Prices, row: StrategyRow): Promise<void> {
  await requireActive(unit, row.user_id)
  requirePair(prices, row.symbol)
  const placed = await ordersAt(unit.tx, row)
  for (const [at, step] of stepsOf(row).entries()) {
    const key = keyOf(at, step)
    if (placed.has(key)) continue
    const by = { strategy_id: row.id, strategy_step: key }
    await tradeSpot(
      unit,
      prices,
      row.user_id,
      { requestId: key, symbol: row.symbol, ...orderOfStep(row, step, prices) },
      by,
    )
  }
}

/** The next order of a step: a sale of its coins, or a buy of its quantity; for a recurring buy, as much as its amount pays for. */
function orderOfStep({ type, symbol, amount }: StrategyRow, { coins, low, high, quantity }: Step, prices: Prices) {
  const { scale, quantityScale } = instrumentOf(symbol)
  const { price } = prices.last(symbol)
  if (type === 'recurring') {
    const most = price > 0n ? mostFor(symbol, amount, marketBound(symbol, 'buy', price)) : 0n
    if (price > 0n && most === 0n) throw new Refusal('strategyTooSmall')
    return { side: 'buy', type: 'market', timeInForce: 'gtc', quantity: formatMoney(most, quantityScale) } as const
  }
  const limit = { type: 'limit', timeInForce: 'gtc' } as const
  if (coins === 0n) {
    return {
      ...limit,
      side: 'buy',
      price: formatMoney(low, scale),
      quantity: formatMoney(quantity, quantityScale),
    } as const
  }
  // A limit sell must not be below the current price: if the price has passed the step, it is the limit.
  const bid = bestOf(symbol, 'bid', price)
  const at = bid > high ? bid : high
  return { ...limit, side: 'sell', price: formatMoney(at, scale), quantity: formatMoney(coins, quantityScale) } as const
}

/** Cancels the resting orders of a strategy. An order that has not met its first tick is cancelled after it. */
export async function cancelAll(unit: Unit, prices: Prices, row: StrategyRow): Promise<void> {
  for (const order of (await ordersAt(unit.tx, row)).values()) {
    if (isCancellable(order)) await cancelSpot(unit, prices, row.user_id, order)
  }
}
