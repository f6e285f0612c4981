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

/** A step at which a recurring buy's turn has come, and one at which an order has ended. */
export const TURN = 'turn'
export const GO = 'go'

/**
 * What happens to a strategy at its time: what its ended orders came to is noted, and it goes on, or comes to the rest or the end
 * that was asked for.
 *
 * @returns `undefined` where its orders are still open, or no price is there to go on by
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
  // Of a pair that has a price and is not offered any more, placing says so.
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
  // One buy for all turns that have passed. Where the last order is still open it is none.
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

/** A strategy with what those of its orders came to that have ended. */
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

/** A step behind one of its orders; and what its round came to where it is over: all that it bought is sold again. */
function stepped(type: StrategyRow['type'], step: Step, { side, filled, worth, fee }: SpotRow): [Step, Minor?] {
  const order = step.order + 1n
  if (type === 'recurring') return [{ ...step, order }]
  if (side === 'buy') return [{ ...step, order, coins: step.coins + filled, spent: step.spent + worth + fee }]
  const [coins, received] = [step.coins - filled, step.received + worth - fee]
  if (coins > 0n) return [{ ...step, order, coins, received }]
  return [{ ...step, order, coins: 0n, spent: 0n, received: 0n }, received - step.spent]
}

/** What the platform goes by where nobody asks: the newest price on the record. */
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

/** What a step orders now: the coins that it holds sold, or its quantity bought; of a recurring buy as much as its amount pays for. */
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
  // Nobody’s limit sell is below the current price: where that has passed the step, it is the limit.
  const bid = bestOf(symbol, 'bid', price)
  const at = bid > high ? bid : high
  return { ...limit, side: 'sell', price: formatMoney(at, scale), quantity: formatMoney(coins, quantityScale) } as const
}

/** Takes back the orders of a strategy that wait for their price. What is yet to meet its first tick is taken back after it. */
export async function cancelAll(unit: Unit, prices: Prices, row: StrategyRow): Promise<void> {
  for (const order of (await ordersAt(unit.tx, row)).values()) {
    if (isCancellable(order)) await cancelSpot(unit, prices, row.user_id, order)
  }
}
