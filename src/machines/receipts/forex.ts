import { type ForexType, forexTypes, reachesEntry, recordedFor } from '../../rules/forex/entry.ts'
import {
  dealPriceAt,
  FOREX_COLLATERAL,
  type ForexCause,
  type ForexFacts,
  type ForexSettlement,
  type ForexTerms,
  forexMargin,
  isSpent,
  settleForex,
  stopOutPrice,
} from '../../rules/forex/forex.ts'
import { findForexPair, LOT_SCALE, LOT_UNIT, lotTermsEver, stopOuts } from '../../rules/forex/pairs.ts'
import { nextRollover } from '../../rules/forex/rollover.ts'
import { areLegal } from '../../rules/lever/form.ts'
import { type LeverDirection, leverDirections } from '../../rules/lever/lever.ts'
import type { RecordedTick } from '../../rules/market/chain.ts'
import { findInstrument } from '../../rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../rules/market/prices.ts'
import {
  areGaps,
  begins,
  endsWith,
  exactly,
  type GapFacts,
  isChain,
  isFirst,
  isFirstInTime,
  isFirstThat,
  isGap,
  isSettledAt,
  type RecordStretch,
  says,
} from '../../rules/market/record-stretch.ts'
import { currencyOf } from '../../rules/money/currencies.ts'
import { formatMoney, type Minor, parseMoney } from '../../rules/money/money.ts'
import type { VoidReason } from '../../rules/orders/order-list.ts'
import { hasItsCodes } from './codes.ts'
import {
  areParts,
  closingsOf,
  type ForexPartFacts,
  isLimited,
  isReducing,
  type Opened,
  standingAt,
  standingBefore,
} from './forex-standing.ts'
import type { ReceiptVerdict } from './receipt.ts'

/**
 * A position's receipt with its stretches of the record: of the ticks of its opening, partial closes and closing, of the rate that converts the
 * quote currency to dollars, and of the two ticks around each gap. `decided`: of the tick that made it void, or of the time without one. Times in ms since the epoch, amounts as decimals.
 */
export type ForexReceiptFacts = {
  order: Omit<ForexFacts, 'parts'> & {
    openLots: string
    closing: string | null
    parts: readonly ForexPartFacts[]
    direction: LeverDirection
    type: ForexType
    price: string | null
    reachedAt: number | null
    state: string
    list: number
    status: number
    acceptedAt: number
    settledAt: number | null
    closingAt: number | null
    reserve: string
    openTick: RecordedTick | null
    rateTick: RecordedTick | null
    stopOut: string | null
    takeProfit: string | null
    stopLoss: string | null
    stopsAt: number | null
    next: { takeProfit: string | null; stopLoss: string | null } | null
    night: string
    nights: number
    swap: string
    nextNightAt: number | null
    closePrice: string | null
    closeTick: RecordedTick | null
    profit: string
    returned: string
    shortfall: string
    cause: ForexCause | null
    voidReason: VoidReason | null
    limited: string
    gaps: readonly GapFacts[] | null
  }
  proofs: readonly RecordStretch[]
  rateProof: RecordStretch | null
  gapProofs: readonly RecordStretch[]
  decided: RecordStretch | null
}

type Order = ForexReceiptFacts['order']
type Sha256 = (text: string) => string

/**
 * Verifies a position's receipt from the record and the published terms alone, without trusting the order's fields: each tick and its place
 * in the chain, that it opened and closed by its terms and at no later tick, its rollovers, and every amount. For a live position, as far
 * as it has come.
 *
 * For a close at a price it proves the last minute: that no earlier tick of it would have closed the position.
 *
 * @param seenOpening hash of the opening tick as this device saw it, or null if it did not
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export function checkForexReceipt(
  facts: ForexReceiptFacts,
  seenOpening: string | null,
  sha256: Sha256,
): ReceiptVerdict {
  const { order, proofs, rateProof, gapProofs, decided } = facts
  const { symbol, openTick, closeTick } = order
  if (!openTick) return checkNothing(facts, sha256)
  const claimed = [openTick, ...order.parts.map(({ tick }) => tick), closeTick ?? []].flat()
  if (proofs.length !== claimed.length || decided !== null) return 'brokenChain'
  if ([...proofs, ...(rateProof ? [rateProof] : [])].some(({ previousHash }) => previousHash === null))
    return 'incomplete'
  if (!claimed.every((tick, at) => endsWith(tick, proofs[at], symbol, sha256))) return 'brokenChain'
  if (!isRateProven(facts, sha256)) return 'brokenChain'
  if (!areGaps(order.gaps ?? [], gapProofs, symbol, sha256)) return 'brokenChain'
  const [opening, ...closings] = proofs
  const position = openedBy(order, openTick, order.rateTick)
  if (!opening || !position || !isMet(order, position, opening)) return 'wrongOpening'
  if (!isRate(order, openTick, rateProof) || position.initial >= position.reserve) return 'wrongOpening'
  if (priceIn(symbol, order.dealPrice) !== position.entry || isBeyondStops(order, position, openTick))
    return 'wrongOpening'
  if (seenOpening !== null && seenOpening !== openTick.hash) return 'unlikeSeen'
  if (!areParts(order, position)) return 'wrongClosing'
  if (!isLimited(order, position, openTick)) return 'wrongPayout'
  if (order.closingAt !== null && order.closingAt < order.acceptedAt) return 'wrongClosing'
  if (order.stopsAt !== null && order.stopsAt <= openTick.time) return 'wrongClosing'
  if (!order.parts.every((part, number) => isReducing(order, position, part, closings[number]))) return 'wrongClosing'
  const closing = closings[order.parts.length]
  if (closeTick && !(closing && isClosing(order, position, closeTick, closing))) return 'wrongClosing'
  const verdict = checkFigures(order, position)
  return verdict === 'verified' && rateProof && !rateProof.after ? 'early' : verdict
}

const usdt = (amount: Minor) => formatMoney(amount, currencyOf(FOREX_COLLATERAL).scale)
const money = (text: string) => exactly(text, currencyOf(FOREX_COLLATERAL).scale)
const scaleOf = (symbol: string) => findInstrument(symbol)?.scale ?? 0
const priceIn = (symbol: string, text: string | null) => (text === null ? undefined : exactly(text, scaleOf(symbol)))
const stopsOf = ({ symbol, takeProfit, stopLoss }: Order) => ({
  takeProfit: priceIn(symbol, takeProfit) ?? null,
  stopLoss: priceIn(symbol, stopLoss) ?? null,
})

type Terms = Omit<ForexTerms, 'rate'> & { reserve: Minor }
type Ordered = Opened & { reserve: Minor }

/**
 * Whether the tick of a stretch opens an order: of a market order the first one since its acceptance, in time; of a resting one the first
 * that reaches its price.
 */
function isMet(order: Order, terms: Terms, stretch: RecordStretch): boolean {
  const { type, acceptedAt, reachedAt, symbol } = order
  const price = priceIn(symbol, order.price)
  if (price === undefined) return reachedAt === null && isFirstInTime(stretch, acceptedAt)
  const reaches = ({ price: recorded }: RecordedTick) =>
    reachesEntry({ ...terms, type }, price, priceIn(symbol, recorded) ?? 0n)
  return stretch.ticks.at(-1)?.time === reachedAt && isFirstThat(stretch, acceptedAt, reaches)
}

/** The order's terms; `undefined` if they were never offered. */
function whatIsOrdered(order: Order): Terms | undefined {
  const { symbol, direction, lot, leverage, via, stopOutBps, currency } = order
  const pair = findForexPair(symbol)
  const [lots, reserve] = [exactly(order.lots, LOT_SCALE), money(order.reserve)]
  const [spread, swap] = [priceIn(symbol, order.spread), priceIn(symbol, order.swapPoints)]
  const stops = [order.takeProfit, order.stopLoss].filter((text) => text !== null)
  if (!pair || !lots || !reserve || spread === undefined || swap === undefined) return undefined
  const areTerms = lotTermsEver(pair).some((terms) => {
    const [its, points] = [terms.spread, terms.swap[direction]].map((text) => published(text, scaleOf(symbol)))
    const isSame = terms.lot === lot && terms.leverage === leverage && (terms.via ?? null) === via
    return isSame && its === spread && points === swap && lots <= published(terms.maxLots, LOT_SCALE)
  })
  const isOffered =
    leverDirections.includes(direction) && currency === FOREX_COLLATERAL && stopOuts.includes(stopOutBps)
  const price = priceIn(symbol, order.price)
  const isType = forexTypes.includes(order.type) && (order.type === 'market') === (order.price === null)
  if (!isType || (order.price !== null && !(price && recordedFor({ direction, spread }, price) > 0n))) return undefined
  const areStops = stops.every((text) => (priceIn(symbol, text) ?? 0n) > 0n)
  if (!areTerms || !isOffered || !areStops || lots % published(LOT_UNIT, LOT_SCALE) !== 0n) return undefined
  const [units, times, bps] = [BigInt(lot), BigInt(leverage), BigInt(stopOutBps)]
  return { symbol, direction, lots, spread, swap, via, reserve, lot: units, leverage: times, stopOutBps: bps }
}

/** The position that a tick and a rate open, with its initial margin. */
function openedBy(order: Order, tick: RecordedTick, rateTick: RecordedTick | null): Ordered | undefined {
  const ordered = whatIsOrdered(order)
  const price = priceIn(order.symbol, tick.price)
  const rate = order.via === null ? null : priceIn(order.via, rateTick?.price ?? null)
  if (!ordered || !price || rate === undefined) return undefined
  const terms = { ...ordered, rate }
  const entry = dealPriceAt(terms, price, true)
  const initial = forexMargin(terms, entry)
  return { ...terms, entry, initial, margin: initial, openedAt: tick.time }
}

/** A published decimal, which may have a sign and fewer decimals, in minor units. */
function published(text: string, scale: number): Minor {
  const size = parseMoney(text.replace('-', ''), scale) ?? 0n
  return text.startsWith('-') ? -size : size
}

const isRateProven = ({ order: { via, rateTick }, rateProof }: ForexReceiptFacts, sha256: Sha256): boolean =>
  via === null || rateTick === null
    ? via === null && rateProof === null
    : rateProof !== null && endsWith(rateTick, rateProof, via, sha256)

/** Whether an order does not open at a tick, whose price or deal price lies beyond its take profit or stop loss. */
const isBeyondStops = (order: Order, { entry }: Opened, tick: RecordedTick): boolean =>
  !areLegal({ direction: order.direction, ...stopsOf(order) }, [priceIn(order.symbol, tick.price) ?? 0n, entry])

/** Whether the rate is the last tick of `via` at or before the opening tick, and not stale by then. */
function isRate({ via, rate, rateTick }: Order, opening: RecordedTick, stretch: RecordStretch | null): boolean {
  if (via === null) return rate === null && rateTick === null
  if (!rateTick || stretch?.ticks.length !== 1) return false
  const age = opening.time - rateTick.time
  const isLast = !stretch.after || stretch.after.time > opening.time
  return isLast && age >= 0 && age <= STALE_AFTER_MS && rate === rateTick.price
}

/** Whether the closing tick is the first that matches the cause. Which stops were in effect before `stopsAt` is on no record. */
function isClosing(order: Order, position: Opened, tick: RecordedTick, stretch: RecordStretch): boolean {
  const { symbol, direction, cause, closingAt } = order
  const exit = dealPriceAt(position, priceIn(symbol, tick.price) ?? 0n, false)
  const since = order.parts.at(-1)?.tick.time ?? position.openedAt
  if (tick.time < since || cause === null || priceIn(symbol, order.closePrice) !== exit) return false
  if (cause === 'user') return closingAt !== null && isFirst(stretch, closingAt)
  const reaches = (name: ForexCause, { time, price: text }: RecordedTick) => {
    const levels = { user: null, stopOut: stopOutPrice(standingBefore(order, position, time)), ...stopsOf(order) }
    const [level, price] = [levels[name], priceIn(symbol, text)]
    if (level === null || price === undefined || (name !== 'stopOut' && time < (order.stopsAt ?? 0))) return false
    return (direction === 'long') === (name === 'takeProfit') ? price >= level : price <= level
  }
  const names = ['stopOut', 'stopLoss', 'takeProfit'] as const
  const decides = (each: RecordedTick) => names.some((name) => reaches(name, each))
  if (!isFirstThat(stretch, since + 1, decides) || !reaches(cause, tick)) return false
  // The stop-out takes precedence.
  return cause !== 'stopLoss' || !reaches('stopOut', tick)
}

/** Whether the order's totals match its terms and its closes: of a live position, its rollovers so far. */
function checkFigures(order: Order, position: Ordered): ReceiptVerdict {
  const { symbol, list, parts, closeTick, nextNightAt, closingAt, voidReason } = order
  const price = (amount: Minor | null) => (amount === null ? null : formatMoney(amount, scaleOf(symbol)))
  const closings = closingsOf(order, position)
  // A live position has rolled over until the time stated as its next rollover, or as often as it could be charged.
  const until = closeTick?.time ?? nextNightAt ?? Number.POSITIVE_INFINITY
  const open = standingAt(position, { parts, gaps: order.gaps ?? [] }, until)
  const { lots, night, nights, swap } = open
  const since = parts.at(-1)?.tick.time ?? position.openedAt + 1
  const isNext =
    nextNightAt === null
      ? isSpent(night, open.margin)
      : nextRollover(nextNightAt - 1).at === nextNightAt && nextNightAt >= since && !isSpent(night, open.margin)
  if (!closings || (closeTick ? nextNightAt !== null : !isNext)) return 'wrongPayout'
  const exit = closeTick && dealPriceAt(position, priceIn(symbol, closeTick.price) ?? 0n, false)
  const end = exit === null ? undefined : settleForex(open, exit)
  const all = [...closings, ...(end ? [end] : [])]
  const sum = (name: keyof ForexSettlement) => all.reduce((sums, closed) => sums + closed[name], 0n)
  const due = {
    dealPrice: price(position.entry),
    openLots: formatMoney(end ? 0n : lots, LOT_SCALE),
    initial: usdt(position.initial),
    margin: usdt(end ? 0n : open.margin),
    stopOut: end ? null : price(stopOutPrice(open)),
    night: usdt(night),
    nights,
    swap: usdt(swap),
    closePrice: price(exit),
    profit: usdt(sum('profit')),
    returned: usdt(sum('payout')),
    shortfall: usdt(sum('shortfall')),
  }
  if (!says<Order>(order, due) || voidReason !== null) return 'wrongPayout'
  const state = sum('payout') >= position.initial ? 'won' : 'lost'
  const isInState = end
    ? order.state === state && list === 1 && order.next === null && order.closing === null
    : list === 0 &&
      order.cause === null &&
      (order.state === 'open.closing') === (closingAt !== null) &&
      isClosable(order.closing, closingAt !== null, lots) &&
      !(order.state === 'open.standing' && order.next !== null)
  const isSettled = isSettledAt(order, (closeTick ?? order.openTick)?.time ?? 0)
  return isInState && isSettled && hasItsCodes('forex', order) ? 'verified' : 'wrongOutcome'
}

/** Whether lots are requested to be closed exactly if a close is, and at most those that are open. */
function isClosable(text: string | null, isAsked: boolean, open: Minor): boolean {
  const lots = text === null ? null : exactly(text, LOT_SCALE)
  return isAsked ? !!lots && lots > 0n && lots <= open : text === null
}

/** Verifies a void order: by the tick that would have opened it, or because no tick or no rate came in time. */
function checkNothing(
  { order, proofs, rateProof, gapProofs, decided }: ForexReceiptFacts,
  sha256: Sha256,
): ReceiptVerdict {
  const { state, symbol, via, acceptedAt, voidReason } = order
  if (state !== 'unexpected' || decided?.previousHash == null || rateProof?.previousHash === null) return 'incomplete'
  if (proofs.length + gapProofs.length > 0 || !isChain(decided, symbol, sha256)) return 'brokenChain'
  if (rateProof && !(via !== null && isChain(rateProof, via, sha256))) return 'brokenChain'
  if (!whatIsOrdered(order)) return 'wrongOpening'
  const [tick, rate] = [decided.ticks.at(-1), rateProof?.ticks.at(-1) ?? null]
  if (!decided.after && !tick) return 'early'
  if (tick && via !== null && !rateProof?.after) return 'early'
  if (!isNothing(order, decided, rateProof, rate)) return 'wrongOpening'
  if (!hasItsCodes('forex', order) || !isSettledAt(order, acceptedAt)) return 'wrongOutcome'
  const [none, nothing] = [usdt(0n), null]
  const due = {
    ...{
      initial: none,
      margin: none,
      night: none,
      swap: none,
      profit: none,
      returned: none,
      shortfall: none,
      limited: none,
    },
    ...{
      dealPrice: nothing,
      rate: nothing,
      rateTick: nothing,
      stopOut: nothing,
      nextNightAt: nothing,
      closingAt: nothing,
      closing: nothing,
      openLots: formatMoney(0n, LOT_SCALE),
      stopsAt: nothing,
      next: nothing,
    },
    ...{ closePrice: nothing, closeTick: nothing, cause: nothing, nights: 0 },
  }
  const isEmpty = (order.gaps ?? []).length + order.parts.length === 0 && voidReason !== null
  return says<Order>(order, due) && isEmpty ? 'verified' : 'wrongPayout'
}

/** Whether the record proves the reason why an order is void. */
function isNothing(
  order: Order,
  decided: RecordStretch,
  rateProof: RecordStretch | null,
  rate: RecordedTick | null,
): boolean {
  const { voidReason, acceptedAt, via } = order
  const tick = decided.ticks.at(-1)
  if (!tick)
    return (
      order.type === 'market' &&
      order.reachedAt === null &&
      voidReason === 'noPrice' &&
      isGap(decided, acceptedAt, acceptedAt + STALE_AFTER_MS) &&
      rateProof === null
    )
  const terms = whatIsOrdered(order)
  if (!terms || !isMet(order, terms, decided)) return false
  if (via !== null) {
    if (!rateProof || !begins(rateProof, tick.time - STALE_AFTER_MS) || (rateProof.after?.time ?? 0) <= tick.time)
      return false
    if (rate && rate.time > tick.time) return false
    if (!rate) return voidReason === 'noPrice'
  }
  const position = openedBy(order, tick, rate)
  if (!position) return false
  if (position.initial >= position.reserve) return voidReason === 'cost'
  return voidReason === 'stops' && isBeyondStops(order, position, tick)
}
