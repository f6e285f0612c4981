import { areLegal, costOf } from '../../src/rules/lever/form.ts'
import { fundingDue, fundingPaid, isDrained, nextFunding } from '../../src/rules/lever/funding.ts'
import {
  gapLevel,
  type LeverCause,
  limitedOver,
  liquidationPrice,
  notionalOf,
  settlementOf,
} from '../../src/rules/lever/lever.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
import { mulDiv } from '../../src/rules/money/money.ts'
import type { VoidReason } from '../../src/rules/orders/order-list.ts'
import {
  firstTickAtOrAfter,
  gapEndingAt,
  isRecordedIn,
  lastTickAtOrBefore,
  type TickGap,
  type TickRow,
} from '../market/module.ts'
import { type Crossing, endsOf, type Move, type Trigger, tickColumns, withGap } from '../orders/module.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import {
  type Fill,
  feesOf,
  fillsOf,
  fundingTermsOf,
  type LeverGap,
  type LeverRow,
  nextStepOf,
  positionOf,
  tiersOf,
  withFill,
} from './order.ts'

type LeverMove = Move<LeverRow>

/**
 * Decides the due step of a contract, by the record alone.
 *
 * @returns `undefined` while the deciding tick is not yet recorded
 */
export async function byTheRecord(db: Db | Tx, order: LeverRow, upToMs: number): Promise<LeverMove | undefined> {
  const due = Number(order.due_ms)
  switch (order.state) {
    case 'pending': {
      if (order.type === 'limit') return nothing('delivery')
      const tick = await firstTickAtOrAfter(db, order.symbol, due)
      if (tick && Number(tick.time_ms) <= due + STALE_AFTER_MS) return opening(order, tick)
      if (upToMs <= due + STALE_AFTER_MS) return undefined
      return nothing('noPrice', undefined, (await isRecordedIn(db, due, due + STALE_AFTER_MS)) ? 'symbol' : 'record')
    }
    case 'cancelling':
      return { event: { type: 'order.release' } }
    default:
      return atItsTime(db, order, upToMs)
  }
}

/** Requests on an open position take effect in order: changes first, then its close. */
async function atItsTime(db: Db | Tx, order: LeverRow, upToMs: number): Promise<LeverMove | undefined> {
  const { funding_ms, delivery_ms: end, asked_ms, close_ms } = order
  if (asked_ms !== null) {
    return funding_ms !== null && funding_ms < asked_ms ? funds(order) : applying(db, order, asked_ms)
  }
  if (close_ms === null) return end === null || order.due_ms === funding_ms ? funds(order) : delivery(db, order, end)
  const tick = await firstTickAtOrAfter(db, order.symbol, Number(close_ms))
  // A funding payment within the holding time is made first, however late the tick comes.
  const heldUntil = tick ? tick.time_ms : BigInt(upToMs) + 1n
  if (funding_ms !== null && funding_ms < heldUntil && (end === null || funding_ms < end)) return funds(order)
  // A request just before the delivery waits for no tick after it.
  if (end !== null && heldUntil > end) return delivery(db, order, end)
  if (!tick) return undefined
  const over = overGap(order, await gapEndingAt(db, order.symbol, tick.seq))
  return closing(over, tick, 'user', close_ms, order.close_quantity ?? order.quantity)
}

/** A funding payment: changes the margin, and with it the liquidation price. */
function funds(order: LeverRow): LeverMove {
  const { funding_ms, direction, worth } = order
  const terms = fundingTermsOf(order)
  if (funding_ms === null || !terms) throw new Error(`lever ${order.id}: no funding`)
  const due = fundingDue(terms, direction, worth)
  const funded = fundingPaid(due, order.margin)
  const margin = order.margin + funded
  const next = isDrained(due, margin) ? null : BigInt(nextFunding(terms, Number(funding_ms)))
  const change = {
    ...{ margin, funded, funding: order.funding + funded, funding_ms: next },
    liquidation_price: liquidationPrice({ ...positionOf(order), margin }),
    due_ms: nextStepOf({ ...order, funding_ms: next }),
  }
  return {
    event: { type: 'order.fund' },
    change,
    arm: triggersOf({ ...order, ...change }),
    occurrence: String(funding_ms),
    notBefore: funding_ms,
  }
}

/** Delivery before the market closes, at the last tick until then. */
async function delivery(db: Db | Tx, order: LeverRow, at: bigint): Promise<LeverMove | undefined> {
  const tick = await lastTickAtOrBefore(db, order.symbol, Number(at))
  return tick && closing(order, tick, 'delivery', null)
}

/** Decides which trigger closes a contract when one tick crosses several. */
export function onCrossing(order: LeverRow, { names, tick, sinceMs, gap }: Crossing): LeverMove {
  if (names.includes('limit')) return opening(order, tick)
  const over = overGap(order, gap)
  if (names.every((name) => name === 'gap'))
    return isDry(over, tick) ? closing(over, tick, 'liquidation', sinceMs) : limiting(over)
  const cause = (['liquidation', 'stopLoss', 'takeProfit'] as const).find((name) => names.includes(name))
  if (!cause) throw new Error(`lever ${order.id}: crossed ${names.join()}`)
  return closing(over, tick, cause, sinceMs)
}

/**
 * Applies a gap that a position was open over: a gain beyond the possible loss is deducted. Margin added after the start of the gap does
 * not count, because its owner may already know where the price went.
 */
function overGap(order: LeverRow, gap: TickGap | undefined): LeverRow {
  const ends = endsOf(order, gap)
  if (!ends) return order
  const margin = order.margin - (order.fresh_seq === ends.before.seq ? order.fresh : 0n)
  const limited = limitedOver({ ...positionOf(order), margin }, ends.before.price, ends.after.price)
  if (limited === 0n) return order
  const taken: LeverGap = { quantity: order.quantity, margin, limited, ...ends }
  const behind = { ...order, limited: order.limited + limited, gaps: withGap(order, taken) }
  return { ...behind, liquidation_price: liquidationPrice(positionOf(behind)) }
}

/** A gap deducted from a position: the liquidation price moves closer. */
const limiting = (over: LeverRow): LeverMove => ({
  event: { type: 'order.limit' },
  change: { gaps: over.gaps, limited: over.limited, liquidation_price: over.liquidation_price },
  arm: triggersOf(over),
})

/** The triggers of an open position. */
export function triggersOf(order: LeverRow): Trigger[] {
  const { symbol, direction, liquidation_price, take_profit, stop_loss } = order
  const [gains, loses] =
    direction === 'long' ? (['atOrAbove', 'atOrBelow'] as const) : (['atOrBelow', 'atOrAbove'] as const)
  const all = [
    ['liquidation', loses, liquidation_price],
    ['takeProfit', gains, take_profit],
    ['stopLoss', loses, stop_loss],
  ] as const
  const prices: Trigger[] = all.flatMap(([name, side, level]) =>
    level === null ? [] : [{ name, symbol, side, level }],
  )
  if (order.gaps === null) return prices
  // Added margin may not count: without it, the level is the closest possible.
  const level = gapLevel({ ...positionOf(order), margin: order.margin - order.fresh })
  return [...prices, { name: 'gap', symbol, side: loses, level, mirrored: true }]
}

/**
 * Opens at the tick's price, unless that costs more than is held, lies beyond one of the order's stops, or comes at or after the delivery:
 * no position may have a stop on the wrong side of its price.
 */
function opening(order: LeverRow, tick: TickRow): LeverMove {
  const { symbol, direction, quantity, leverage, fee_bps, reserve, delivery_ms, exposure } = order
  if (delivery_ms !== null && tick.time_ms >= delivery_ms) return nothing('delivery', tick)
  const { margin, fee } = costOf(symbol, quantity, tick.price, Number(leverage), Number(fee_bps))
  if (margin + fee > reserve) return nothing('cost', tick)
  const stops = { direction, takeProfit: order.take_profit, stopLoss: order.stop_loss }
  if (!areLegal(stops, [tick.price])) return nothing('stops', tick)
  const terms = fundingTermsOf(order)
  const funding_ms = terms && BigInt(nextFunding(terms, Number(tick.time_ms)))
  const change = {
    ...tickColumns('open', tick),
    open_fee: fee,
    margin,
    initial: margin,
    paid: margin + fee,
    worth: notionalOf(symbol, quantity, tick.price),
    liquidation_price: liquidationPrice({
      symbol,
      direction,
      quantity,
      entry: tick.price,
      margin,
      exposure,
      tiers: tiersOf(order),
    }),
    funding_ms,
    asked_ms: null,
    due_ms: nextStepOf({ ...order, funding_ms, asked_ms: null }),
  }
  return {
    event: { type: 'order.open' },
    change,
    arm: triggersOf({ ...order, ...change }),
    notBefore: tick.time_ms,
  }
}

/** Everything is refunded. The kind of gap is recorded for the operator's metrics. @param tick that decided it, if one did */
const nothing = (reason: VoidReason, tick?: TickRow, gap?: LeverMove['gap']): LeverMove => ({
  event: { type: 'order.void' },
  change: { void_reason: reason, void_ms: tick?.time_ms ?? null },
  ...(gap && { gap }),
})

/** Applies requested stops and added margin. */
async function applying(db: Db | Tx, order: LeverRow, at: bigint): Promise<LeverMove> {
  const { next_take_profit, next_stop_loss, adding } = order
  const margin = order.margin + adding
  const newest = adding > 0n ? await lastTickAtOrBefore(db, order.symbol, Number(at)) : undefined
  const fresh = newest && {
    fresh: (order.fresh_seq === newest.seq ? order.fresh : 0n) + adding,
    fresh_seq: newest.seq,
  }
  const change = {
    take_profit: next_take_profit,
    stop_loss: next_stop_loss,
    margin,
    adding: 0n,
    paid: order.paid + adding,
    ...fresh,
    liquidation_price: liquidationPrice({ ...positionOf(order), margin }),
    asked_ms: null,
    due_ms: nextStepOf({ ...order, asked_ms: null }),
  }
  return { event: { type: 'order.apply' }, change, arm: triggersOf({ ...order, ...change }) }
}

/** Whether a tick leaves at most the maintenance margin. */
const isDry = ({ direction, liquidation_price: level }: LeverRow, { price }: TickRow) =>
  level !== null && (direction === 'long' ? price <= level : price >= level)

/**
 * Closes a position, or a requested part of it, at a tick. A tick that liquidates takes precedence over any other close: otherwise a stop
 * just before that price would pass the cost of jumps to the insurance account.
 *
 * @param since the earliest time, in ms, of a tick that could close it; null for a delivery
 */
function closing(
  order: LeverRow,
  tick: TickRow,
  asked: LeverCause,
  since: bigint | null,
  part: bigint = order.quantity,
): LeverMove {
  const [cause, quantity] = isDry(order, tick) ? (['liquidation', order.quantity] as const) : ([asked, part] as const)
  const isPart = quantity < order.quantity
  const position = positionOf(order)
  const share = (amount: bigint) => (isPart ? mulDiv(amount, quantity, order.quantity, 'down') : amount)
  const [margin, initial, limited] = [share(order.margin), share(order.initial), share(order.limited)]
  const result = settlementOf({ ...position, quantity, margin, limited }, tick.price, cause, feesOf(order))
  const { seq, time_ms, price, hash } = tick
  const fill: Fill = {
    ...{ cause, since, quantity, margin, limited, ...result, back: order.adding },
    tick: { seq, time_ms, price, hash },
  }
  const sums = {
    quantity: order.quantity - quantity,
    worth: notionalOf(order.symbol, order.quantity - quantity, position.entry),
    margin: order.margin - margin,
    initial: order.initial - initial,
    limited: order.limited - limited,
    gaps: order.gaps,
    fresh: order.fresh - share(order.fresh),
    close_quantity: null,
    close_ms: null,
    fills: withFill(order, fill),
    profit: order.profit + result.profit,
    close_fee: order.close_fee + result.fee,
    returned: order.returned + result.payout,
    turnover: order.turnover + initial,
  }
  if (isPart) {
    const rest = { ...order, ...sums }
    const change = { ...sums, liquidation_price: liquidationPrice(positionOf(rest)), due_ms: nextStepOf(rest) }
    return {
      event: { type: 'order.reduce' },
      change,
      arm: triggersOf({ ...rest, ...change }),
      occurrence: String(fillsOf(rest).length),
      notBefore: time_ms,
    }
  }
  const change = { ...sums, adding: 0n, liquidation_price: null, cause }
  if (cause === 'liquidation') return { event: { type: 'order.liquidate' }, change, notBefore: time_ms }
  const outcome = change.returned >= order.paid ? 'won' : 'lost'
  return { event: { type: 'order.settle', outcome } as LeverMove['event'], change, notBefore: time_ms }
}
