import {
  dealPriceAt,
  type ForexCause,
  type ForexSettlement,
  isSpent,
  settleForex,
  stopOutPrice,
} from '../../rules/forex/forex.ts'
import { LOT_SCALE } from '../../rules/forex/pairs.ts'
import { nextRollover } from '../../rules/forex/rollover.ts'
import type { RecordedTick } from '../../rules/market/chain.ts'
import {
  areGaps,
  endsWith,
  exactly,
  isFirst,
  isFirstThat,
  isSettledAt,
  type RecordStretch,
  says,
} from '../../rules/market/record-stretch.ts'
import { formatMoney, type Minor } from '../../rules/money/money.ts'
import { hasItsCodes } from './codes.ts'
import { type ForexReceiptFacts, type Order, priceIn, type Sha256, scaleOf, stopsOf, usdt } from './forex-facts.ts'
import { checkNothing, isBeyondStops, isMet, isRate, isRateProven, type Ordered, openedBy } from './forex-opening.ts'
import {
  areParts,
  closingsOf,
  isLimited,
  isReducing,
  type Opened,
  standingAt,
  standingBefore,
} from './forex-standing.ts'
import type { ReceiptVerdict } from './receipt.ts'

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
