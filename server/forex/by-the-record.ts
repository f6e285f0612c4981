import {
  closeLots,
  dealPriceAt,
  type ForexCause,
  type ForexSettlement,
  forexGapLevel,
  forexLimitedOver,
  forexMargin,
  isSpent,
  rolloverFor,
  rolloverOf,
  settleForex,
  stopOutPrice,
} from '../../src/rules/forex/forex.ts'
import { nextRollover } from '../../src/rules/forex/rollover.ts'
import { areLegal } from '../../src/rules/lever/form.ts'
import { STALE_AFTER_MS } from '../../src/rules/market/prices.ts'
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
import { type ForexRow, nextStepOf, openLotsOf, partsOf, positionOf, termsOf, withPart } from './order.ts'

type ForexMove = Move<ForexRow>

/**
 * Decides the due step of a position, by the record alone.
 *
 * @returns `undefined` while the deciding tick is not yet recorded
 */
export async function byTheRecord(db: Db | Tx, order: ForexRow, upToMs: number): Promise<ForexMove | undefined> {
  if (order.state === 'pending' || order.state === 'reached') return opens(db, order, upToMs)
  if (order.state === 'cancelling') return { event: { type: 'order.release' } }
  const { asked_ms, close_ms, roll_ms } = order
  // Requests take effect in order: changes first, then the close.
  if (asked_ms !== null) return roll_ms !== null && roll_ms < asked_ms ? rolls(order) : applying(order, asked_ms)
  if (close_ms === null) return rolls(order)
  const tick = await firstTickAtOrAfter(db, order.symbol, Number(close_ms))
  // A rollover within the holding time is charged first, however late the tick comes.
  const heldUntil = tick ? tick.time_ms : BigInt(upToMs) + 1n
  if (roll_ms !== null && roll_ms < heldUntil) return rolls(order)
  if (!tick) return undefined
  const over = overGap(order, await gapEndingAt(db, order.symbol, tick.seq))
  const isPart = order.close_lots !== null && order.close_lots < openLotsOf(order)
  // A tick that stops the position out leaves nothing of it open: otherwise a part would close, and the rest wait for a better price.
  if (isPart) return isDry(over, tick) ? closing(over, tick, 'stopOut') : reducing(over, tick, close_ms)
  return closing(over, tick, 'user')
}

/** Decides which trigger closes a position when one tick crosses several, or whether one opens a resting order. */
export function onCrossing(order: ForexRow, { names, tick, gap }: Crossing): ForexMove {
  if (names.includes('entry')) return reaching(tick)
  const over = overGap(order, gap)
  if (names.every((name) => name === 'gap')) return isDry(over, tick) ? closing(over, tick, 'stopOut') : limiting(over)
  const cause = (['stopOut', 'stopLoss', 'takeProfit'] as const).find((name) => names.includes(name))
  if (!cause) throw new Error(`forex ${order.id}: crossed ${names.join()}`)
  return closing(over, tick, cause)
}

/** A tick reached the price of a resting order: it opens by that tick, and no later request can prevent it. */
const reaching = ({ time_ms }: TickRow): ForexMove => ({
  event: { type: 'order.reach' },
  change: { reached_ms: time_ms, asked_ms: null, due_ms: time_ms },
})

/** Applies a gap that a position was open over: a gain beyond the possible loss is deducted. */
function overGap(order: ForexRow, gap: TickGap | undefined): ForexRow {
  const ends = endsOf(order, gap)
  const limited = ends && forexLimitedOver(positionOf(order), ends.before.price, ends.after.price)
  if (!limited) return order
  const gaps = withGap(order, { margin: order.margin, limited, ...ends })
  const behind = { ...order, limited: order.limited + limited, gaps }
  return { ...behind, stop_out: stopOutPrice(positionOf(behind)) }
}

/** A gap deducted from a position: the stop-out price moves closer. */
const limiting = (over: ForexRow): ForexMove => ({
  event: { type: 'order.limit' },
  change: { gaps: over.gaps, limited: over.limited, stop_out: over.stop_out },
  arm: triggersOf(over),
})

/** Applies requested stops: they count from the next tick after this time, in ms. */
function applying(order: ForexRow, at: bigint): ForexMove {
  const change = {
    take_profit: order.next_take_profit,
    stop_loss: order.next_stop_loss,
    stops_ms: at + 1n,
    asked_ms: null,
    due_ms: nextStepOf({ ...order, asked_ms: null }),
  }
  return { event: { type: 'order.apply' }, change, arm: triggersOf({ ...order, ...change }), notBefore: at }
}

/** Whether a tick leaves at most the stop-out margin. */
const isDry = ({ direction, stop_out: level }: ForexRow, { price }: TickRow) =>
  level !== null && (direction === 'long' ? price <= level : price >= level)

/** The triggers of an open position. */
export function triggersOf(order: ForexRow): Trigger[] {
  const { symbol, direction, stop_out, take_profit, stop_loss } = order
  const [gains, loses] =
    direction === 'long' ? (['atOrAbove', 'atOrBelow'] as const) : (['atOrBelow', 'atOrAbove'] as const)
  const all = [
    ['stopOut', loses, stop_out],
    ['takeProfit', gains, take_profit],
    ['stopLoss', loses, stop_loss],
  ] as const
  const prices: Trigger[] = all.flatMap(([name, side, level]) =>
    level === null ? [] : [{ name, symbol, side, level }],
  )
  if (order.gaps === null) return prices
  return [...prices, { name: 'gap', symbol, side: loses, level: forexGapLevel(positionOf(order)), mirrored: true }]
}

/** Opens at the first tick from its acceptance on, or at the one that reached its price; a tick that is too late opens nothing. */
async function opens(db: Db | Tx, order: ForexRow, upToMs: number): Promise<ForexMove | undefined> {
  const due = Number(order.due_ms)
  const tick = await firstTickAtOrAfter(db, order.symbol, due)
  if (tick && Number(tick.time_ms) <= due + STALE_AFTER_MS) {
    if (order.via === null) return opening(order, tick, undefined)
    // The quote currency's rate is complete up to that time only once the whole record is.
    if (Number(tick.time_ms) > upToMs) return undefined
    const rate = await lastTickAtOrBefore(db, order.via, Number(tick.time_ms))
    const isFresh = rate !== undefined && tick.time_ms - rate.time_ms <= BigInt(STALE_AFTER_MS)
    return isFresh ? opening(order, tick, rate) : nothing('noPrice', 'symbol')
  }
  if (upToMs <= due + STALE_AFTER_MS) return undefined
  return nothing('noPrice', (await isRecordedIn(db, due, due + STALE_AFTER_MS)) ? 'symbol' : 'record')
}

/** Does not open if the cost is all that is held or more, because some of it must always be returned, nor beyond one of the order's stops. */
function opening(order: ForexRow, tick: TickRow, rate: TickRow | undefined): ForexMove {
  const terms = termsOf(order, rate?.price ?? null)
  const entry = dealPriceAt(terms, tick.price, true)
  const margin = forexMargin(terms, entry)
  if (margin >= order.reserve) return nothing('cost')
  const stops = { direction: order.direction, takeProfit: order.take_profit, stopLoss: order.stop_loss }
  if (!areLegal(stops, [tick.price, entry])) return nothing('stops')
  const roll = BigInt(nextRollover(Number(tick.time_ms)).at)
  const change = {
    ...tickColumns('open', tick),
    deal_price: entry,
    ...tickColumns('rate', rate),
    initial: margin,
    margin,
    night: rolloverOf(terms, entry),
    stop_out: stopOutPrice({ ...terms, entry, margin, initial: margin }),
    roll_ms: roll,
    due_ms: roll,
  }
  return { event: { type: 'order.open' }, change, arm: triggersOf({ ...order, ...change }), notBefore: tick.time_ms }
}

/** Everything is refunded. The kind of gap is recorded for the operator's metrics. */
const nothing = (reason: VoidReason, gap?: ForexMove['gap']): ForexMove => ({
  event: { type: 'order.void' },
  change: { void_reason: reason },
  ...(gap && { gap }),
})

/** Rollover at the end of a day in New York: credits or charges the margin, and moves the stop-out price. */
function rolls(order: ForexRow): ForexMove {
  const { roll_ms, night } = order
  if (roll_ms === null) throw new Error(`forex ${order.id}: no night`)
  const { nights } = nextRollover(Number(roll_ms) - 1)
  const moved = rolloverFor(night, nights, order.margin)
  const margin = order.margin + moved
  const next = isSpent(night, margin) ? null : BigInt(nextRollover(Number(roll_ms)).at)
  const change = {
    margin,
    swap: order.swap + moved,
    rolled: moved,
    nights: order.nights + BigInt(nights),
    stop_out: stopOutPrice({ ...positionOf(order), margin }),
    roll_ms: next,
    due_ms: nextStepOf({ ...order, roll_ms: next }),
  }
  return {
    event: { type: 'order.roll' },
    change,
    arm: triggersOf({ ...order, ...change }),
    occurrence: String(roll_ms),
    notBefore: roll_ms,
  }
}

/** Closes the requested lots of a position: margin, rollover and stop-out are then those of the rest. */
function reducing(order: ForexRow, tick: TickRow, since: bigint): ForexMove {
  const position = positionOf(order)
  const exit = dealPriceAt(position, tick.price, false)
  const { part, rest, profit, payout, shortfall } = closeLots(position, order.close_lots ?? position.lots, exit)
  const { seq, time_ms, price, hash } = tick
  const { lots, initial, margin, limited } = part
  const kept = { lots, since, exit, initial, margin, profit, returned: payout, shortfall, limited }
  const change = {
    parts: withPart(order, { ...kept, tick: { seq, time_ms, price, hash } }),
    ...{ margin: rest.margin, limited: rest.limited ?? 0n, gaps: order.gaps },
    ...{ night: rolloverOf(rest, rest.entry), stop_out: stopOutPrice(rest) },
    ...soFar(order, { profit, payout, shortfall }, initial),
    ...{ close_ms: null, close_lots: null, due_ms: nextStepOf({ ...order, close_ms: null }) },
  }
  const reduced = { ...order, ...change }
  return {
    event: { type: 'order.reduce' },
    change,
    arm: triggersOf(reduced),
    occurrence: String(partsOf(reduced).length),
    notBefore: time_ms,
  }
}

/** The sums of a position with one more close. `initial`: the initial margin of what it closes. */
const soFar = (order: ForexRow, { profit, payout, shortfall }: ForexSettlement, initial: bigint) => ({
  profit: order.profit + profit,
  returned: order.returned + payout,
  shortfall: order.shortfall + shortfall,
  turnover: order.turnover + initial,
})

/** Closes all that is open of a position. */
function closing(order: ForexRow, tick: TickRow, cause: ForexCause): ForexMove {
  const position = positionOf(order)
  const exit = dealPriceAt(position, tick.price, false)
  const sums = soFar(order, settleForex(position, exit), position.initial)
  const change = {
    ...{ cause, ...sums, exit_price: exit },
    ...{ close_seq: tick.seq, close_tick_ms: tick.time_ms, close_price: tick.price, close_hash: tick.hash },
    ...{ margin: 0n, stop_out: null, roll_ms: null, close_lots: null, gaps: order.gaps, limited: order.limited },
  }
  const outcome = sums.returned >= order.initial ? 'won' : 'lost'
  return { event: { type: 'order.settle', outcome } as ForexMove['event'], change, notBefore: tick.time_ms }
}
