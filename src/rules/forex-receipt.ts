import { GENESIS, type RecordedTick } from './chain.ts'
import { currencyOf } from './currencies.ts'
import {
  dealPriceAt,
  FOREX_COLLATERAL,
  type ForexCause,
  type ForexPosition,
  forexLimitedOver,
  forexMargin,
  nightOf,
  nightsFrom,
  settleForex,
  stopOutPrice,
} from './forex.ts'
import { type ForexFacts, forexPositionOf } from './forex-figures.ts'
import { instrumentOf } from './instruments.ts'
import { type Minor, parseMoney, parseSigned } from './money.ts'
import { STALE_AFTER_MS } from './prices.ts'
import type { ReceiptVerdict } from './receipt.ts'
import { areGaps, type GapFacts, isGapSince, isProven, type TickProof } from './tick-proof.ts'

/**
 * A position's receipt with its part of the record: proofs of the opening and closing tick, of the rate that converts its quote currency if
 * one does, and of the two ticks around each gap. Times in ms since the epoch, amounts as decimals.
 */
export type ForexReceiptFacts = {
  order: ForexFacts & {
    state: string
    list: number
    acceptedAt: number
    closingAt: number | null
    openTick: RecordedTick | null
    rateTick: RecordedTick | null
    takeProfit: string | null
    stopLoss: string | null
    nights: number
    swap: string
    nextNightAt: number | null
    closePrice: string | null
    closeTick: RecordedTick | null
    profit: string
    returned: string
    shortfall: string
    cause: ForexCause | null
    limited: string
    gaps: readonly GapFacts[] | null
  }
  proofs: readonly TickProof[]
  rateProof: TickProof | null
  gapProofs: readonly TickProof[]
}

type Order = ForexReceiptFacts['order']

/**
 * Verifies a position's receipt from the record alone, without trusting the order's fields: each tick and its place in the chain, that it
 * opened and closed by its terms, its rollovers, and every amount. For a live position, as far as it has come.
 *
 * @param seenOpening hash of the opening tick as this device saw it, or null if it did not
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export function checkForexReceipt(
  { order, proofs, rateProof, gapProofs }: ForexReceiptFacts,
  seenOpening: string | null,
  sha256: (text: string) => string,
): ReceiptVerdict {
  const { symbol, openTick, closeTick, via } = order
  if (!openTick) return 'incomplete'
  const claimed = [openTick, closeTick ?? []].flat()
  const proven = claimed.every((tick, at) => isProven(tick, proofs[at], symbol, sha256))
  const [opening, closing] = proofs
  if (!opening || !proven || proofs.length !== claimed.length) return 'brokenChain'
  if (via !== null && !(order.rateTick && isProven(order.rateTick, rateProof ?? undefined, via, sha256))) {
    return 'brokenChain'
  }
  if (!areGaps(order.gaps ?? [], gapProofs, symbol, sha256)) return 'brokenChain'
  const position = forexPositionOf(order)
  if (!position || !isOpening(order, position, openTick, opening) || !isRate(order, openTick, rateProof)) {
    return 'wrongOpening'
  }
  if (seenOpening !== null && seenOpening !== openTick.hash) return 'unlikeSeen'
  const left = marginLeft(order, position, openTick)
  if (left === undefined || !isLimited(order, position, openTick)) return 'wrongPayout'
  if (order.list === 0) return 'verified'
  if (!closeTick || !closing || !isClosing(order, { ...position, margin: left }, openTick, closeTick, closing)) {
    return 'wrongClosing'
  }
  return outcomeOf(order, { ...position, margin: left })
}

const money = (text: string) => parseSigned(text, currencyOf(FOREX_COLLATERAL).scale) ?? 0n
const priceOf = (symbol: string, text: string): Minor => parseMoney(text, instrumentOf(symbol).scale) ?? 0n

/** The first tick at or after acceptance, in time, on the worse side of the spread. */
function isOpening(
  order: Order,
  position: ForexPosition,
  tick: RecordedTick,
  { before, previousHash }: TickProof,
): boolean {
  const { acceptedAt, symbol } = order
  const isFirst = before ? before.time < acceptedAt : previousHash === GENESIS
  const isTimely = tick.time >= acceptedAt && tick.time <= acceptedAt + STALE_AFTER_MS
  return isFirst && isTimely && position.entry === dealPriceAt(position, priceOf(symbol, tick.price), true)
}

/** The last rate tick at or before the opening tick, if not stale. */
function isRate({ via, rate, rateTick }: Order, opening: RecordedTick, proof: TickProof | null): boolean {
  if (via === null) return rate === null
  if (!rateTick || !proof) return false
  const isLast = proof.after ? proof.after.time > opening.time : true
  const age = opening.time - rateTick.time
  return isLast && age >= 0 && age <= STALE_AFTER_MS && rate === rateTick.price
}

/** The margin left after all rollovers, calculated from the terms; `undefined` if the order says otherwise. */
function marginLeft(order: Order, position: ForexPosition, openTick: RecordedTick): Minor | undefined {
  const initial = forexMargin(position, position.entry)
  const night = nightOf(position, position.entry)
  // A live position has rolled over up to its next rollover, or as often as its margin could pay.
  const until = order.closeTick?.time ?? order.nextNightAt ?? Number.POSITIVE_INFINITY
  const { nights, swap } = nightsFrom({ night, initial }, openTick.time, until)
  const agrees = money(order.initial) === initial && order.nights === nights && money(order.swap) === swap
  const left = initial + swap
  return agrees && (order.list === 1 || money(order.margin) === left) ? left : undefined
}

/** Whether each gap deducted what follows from the margin after rollovers, and all gaps together what the order says. */
function isLimited({ gaps, limited, closeTick }: Order, position: ForexPosition, openTick: RecordedTick): boolean {
  const { symbol, entry, initial } = position
  const night = nightOf(position, entry)
  let [taken, since] = [0n, openTick]
  for (const gap of gaps ?? []) {
    const { before, after } = gap
    const margin = initial + nightsFrom({ night, initial }, openTick.time, after.time).swap
    const [from, to] = [priceOf(symbol, before.price), priceOf(symbol, after.price)]
    const due = forexLimitedOver({ ...position, margin, limited: taken }, from, to)
    const agrees = money(gap.margin) === margin && money(gap.limited) === due
    if (!agrees || !isGapSince(gap, since) || after.time > (closeTick?.time ?? after.time)) return false
    taken += due
    since = after
  }
  return taken === money(limited)
}

/** Whether the closing tick matches its cause. */
function isClosing(
  order: Order,
  position: ForexPosition,
  openTick: RecordedTick,
  tick: RecordedTick,
  { before }: TickProof,
): boolean {
  const { symbol, direction, cause, closingAt } = order
  if (tick.time < openTick.time) return false
  const price = priceOf(symbol, tick.price)
  if (order.closePrice === null || priceOf(symbol, order.closePrice) !== dealPriceAt(position, price, false))
    return false
  const reaches = (level: Minor | null, below: boolean) => level !== null && (below ? price <= level : price >= level)
  const stop = (text: string | null) => (text === null ? null : priceOf(symbol, text))
  const isLong = direction === 'long'
  switch (cause) {
    case 'stopOut':
      return reaches(stopOutPrice(position), isLong)
    case 'stopLoss':
      return reaches(stop(order.stopLoss), isLong)
    case 'takeProfit':
      return reaches(stop(order.takeProfit), !isLong)
    default:
      // The first tick from when the close took effect.
      return closingAt !== null && tick.time >= closingAt && (before?.time ?? 0) < closingAt
  }
}

function outcomeOf({ state, ...order }: Order, position: ForexPosition): ReceiptVerdict {
  const due = settleForex(position, priceOf(order.symbol, order.closePrice ?? '0'))
  const agrees =
    due.profit === money(order.profit) &&
    due.payout === money(order.returned) &&
    due.shortfall === money(order.shortfall)
  if (!agrees) return 'wrongPayout'
  return state === (due.payout >= position.initial ? 'won' : 'lost') ? 'verified' : 'wrongOutcome'
}
