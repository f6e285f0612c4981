import { forexTypes, reachesEntry, recordedFor } from '../../rules/forex/entry.ts'
import { dealPriceAt, FOREX_COLLATERAL, type ForexTerms, forexMargin } from '../../rules/forex/forex.ts'
import { findForexPair, LOT_SCALE, LOT_UNIT, lotTermsEver, stopOuts } from '../../rules/forex/pairs.ts'
import { areLegal } from '../../rules/lever/form.ts'
import { leverDirections } from '../../rules/lever/lever.ts'
import type { RecordedTick } from '../../rules/market/chain.ts'
import { STALE_AFTER_MS } from '../../rules/market/prices.ts'
import {
  begins,
  endsWith,
  exactly,
  isChain,
  isFirstInTime,
  isFirstThat,
  isGap,
  isSettledAt,
  type RecordStretch,
  says,
} from '../../rules/market/record-stretch.ts'
import { formatMoney, type Minor, parseMoney } from '../../rules/money/money.ts'
import { hasItsCodes } from './codes.ts'
import {
  type ForexReceiptFacts,
  money,
  type Order,
  priceIn,
  type Sha256,
  scaleOf,
  stopsOf,
  usdt,
} from './forex-facts.ts'
import type { Opened } from './forex-standing.ts'
import type { ReceiptVerdict } from './receipt.ts'

type Terms = Omit<ForexTerms, 'rate'> & { reserve: Minor }
/** A position as it was ordered and opened. `reserve`: what was set aside for it. */
export type Ordered = Opened & { reserve: Minor }

/**
 * Whether the tick of a stretch opens an order: of a market order the first one since its acceptance, in time; of a resting one the first
 * that reaches its price.
 */
export function isMet(order: Order, terms: Terms, stretch: RecordStretch): boolean {
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
export function openedBy(order: Order, tick: RecordedTick, rateTick: RecordedTick | null): Ordered | undefined {
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

/** Whether the rate's tick is on the record of its market. */
export const isRateProven = ({ order: { via, rateTick }, rateProof }: ForexReceiptFacts, sha256: Sha256): boolean =>
  via === null || rateTick === null
    ? via === null && rateProof === null
    : rateProof !== null && endsWith(rateTick, rateProof, via, sha256)

/** Whether an order does not open at a tick, whose price or deal price lies beyond its take profit or stop loss. */
export const isBeyondStops = (order: Order, { entry }: Opened, tick: RecordedTick): boolean =>
  !areLegal({ direction: order.direction, ...stopsOf(order) }, [priceIn(order.symbol, tick.price) ?? 0n, entry])

/** Whether the rate is the last tick of `via` at or before the opening tick, and not stale by then. */
export function isRate({ via, rate, rateTick }: Order, opening: RecordedTick, stretch: RecordStretch | null): boolean {
  if (via === null) return rate === null && rateTick === null
  if (!rateTick || stretch?.ticks.length !== 1) return false
  const age = opening.time - rateTick.time
  const isLast = !stretch.after || stretch.after.time > opening.time
  return isLast && age >= 0 && age <= STALE_AFTER_MS && rate === rateTick.price
}

/** Verifies a void order: by the tick that would have opened it, or because no tick or no rate came in time. */
export function checkNothing(
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
