import type { RecordedTick } from '../../rules/market/chain.ts'
import { findInstrument } from '../../rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../rules/market/prices.ts'
import { begins, exactly, isChain, isGap, isSettledAt, sameTick, says } from '../../rules/market/record-stretch.ts'
import { checkStake, type Direction, outcome, periods, profit, stakeLimits } from '../../rules/microtrade/microtrade.ts'
import { findCurrency } from '../../rules/money/currencies.ts'
import { formatMoney, parseMoney } from '../../rules/money/money.ts'
import { hasItsCodes } from './codes.ts'

/**
 * An option's receipt with its part of the record: `ticks` from the opening to the closing one, with the neighbours that prove that these
 * two are the right ones; for a void option up to its due time, or none if none came in time to open it. Times in ms since the epoch,
 * amounts as decimals.
 */
export type ReceiptFacts = {
  order: {
    symbol: string
    direction: Direction
    currency: string
    amount: string
    seconds: number
    payoutBps: number
    state: string
    list: number
    status: number
    acceptedAt: number
    openTime: number | null
    closeTime: number | null
    settledAt: number | null
    buyPrice: string | null
    finalPrice: string | null
    openTick: RecordedTick | null
    closeTick: RecordedTick | null
    payout: string | null
  }
  /** Hash of the tick before `before`, or `GENESIS`. */
  previousHash: string | null
  /** The recorded tick before the opening one; null if that is the first. */
  before: RecordedTick | null
  /** The recorded tick after the closing one; null while there is none. */
  after: RecordedTick | null
  ticks: readonly RecordedTick[]
}

/**
 * The error of a receipt.
 *
 * - `brokenChain`: a tick does not follow from the one before it
 * - `wrongOpening`: not the first tick of the record at or after acceptance, or too late
 * - `wrongClosing`: not the last tick of the record at or before the due time, or stale
 * - `unlikeSeen`: the opening tick differs from the one this device saw when the order opened
 * - `wrongOutcome`, `wrongPayout`: the order's result does not follow from the prices and its terms
 * - `wrongTick`, `wrongFill`, `wrongSum`: of a spot order: filled by a wrong tick, by a quantity other than that tick's book gives, or with
 *   totals that do not follow from its fills
 */
export type ReceiptProblem =
  | 'brokenChain'
  | 'wrongOpening'
  | 'wrongClosing'
  | 'unlikeSeen'
  | 'wrongOutcome'
  | 'wrongPayout'
  | 'wrongTick'
  | 'wrongFill'
  | 'wrongSum'

/**
 * The result of a verification.
 *
 * - `incomplete`: nothing to verify yet, because the order has not settled, or ended without a price
 * - `early`: everything agrees so far, but no tick after the closing one is recorded yet, which will prove that none came between
 */
export type ReceiptVerdict = 'verified' | 'incomplete' | 'early' | ReceiptProblem

/**
 * Verifies a receipt from the record alone, without trusting the order's fields.
 *
 * @param seenOpening hash of the opening tick as this device saw it, or null if it did not
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export function checkReceipt(
  facts: ReceiptFacts,
  seenOpening: string | null,
  sha256: (text: string) => string,
): ReceiptVerdict {
  const { order, previousHash, ticks, after } = facts
  const { openTick, closeTick, acceptedAt } = order
  const isVoid = order.state === 'unexpected' && closeTick === null
  if (previousHash === null || !(isVoid || (openTick && closeTick && ticks.length > 0))) return 'incomplete'
  if (!isChain(facts, order.symbol, sha256)) return 'brokenChain'
  if (!openTick) {
    if (!after) return 'early'
    return isGap(facts, acceptedAt, acceptedAt + STALE_AFTER_MS) ? checkSettlement(order) : 'wrongOpening'
  }
  const isTimely = openTick.time >= acceptedAt && openTick.time <= acceptedAt + STALE_AFTER_MS
  const isFirst = begins(facts, acceptedAt) && sameTick(openTick, ticks[0])
  if (!isFirst || !isTimely || openTick.price !== order.buyPrice) return 'wrongOpening'
  if (seenOpening !== null && seenOpening !== openTick.hash) return 'unlikeSeen'
  const problem = checkClosing(facts, openTick.time + order.seconds * 1000)
  if (problem) return problem
  const verdict = checkSettlement(order)
  return verdict === 'verified' && !after ? 'early' : verdict
}

/** The last tick at or before the due time closes it, if not stale by then. */
function checkClosing({ order, ticks, after }: ReceiptFacts, dueMs: number): ReceiptVerdict | undefined {
  const last = ticks.at(-1)
  if (!last || last.time > dueMs || (after && after.time <= dueMs)) return 'wrongClosing'
  const isFresh = last.time >= dueMs - STALE_AFTER_MS
  if (order.closeTick === null) return isFresh ? 'wrongClosing' : after ? undefined : 'early'
  return isFresh && sameTick(order.closeTick, last) && order.finalPrice === last.price ? undefined : 'wrongClosing'
}

function checkSettlement(order: ReceiptFacts['order']): 'verified' | 'wrongOutcome' | 'wrongPayout' {
  const { openTick, closeTick, seconds, payoutBps } = order
  const result = resultOf(order)
  if (result === undefined || result !== order.state) return 'wrongOutcome'
  const scale = findCurrency(order.currency)?.scale
  const limits = stakeLimits.find(({ currency }) => currency === order.currency)
  const isOffered = periods.some((each) => each.seconds === seconds && each.payoutBps === payoutBps)
  const stake = scale === undefined ? undefined : exactly(order.amount, scale)
  if (scale === undefined || stake === undefined || !limits || !isOffered) return 'wrongPayout'
  const [min = 0n, max = 0n, unit = 1n] = [limits.min, limits.max, limits.unit].map((text) => parseMoney(text, scale))
  if (checkStake(stake, { min, max, unit }) !== 'ok') return 'wrongPayout'
  const due = { won: stake + profit(stake, payoutBps), lost: 0n, drawn: stake, unexpected: stake }[result]
  if (order.payout !== formatMoney(due, scale)) return 'wrongPayout'
  const closeTime = openTick && openTick.time + seconds * 1000
  const times = { openTime: openTick?.time ?? null, closeTime }
  const prices = { buyPrice: openTick?.price ?? null, finalPrice: closeTick?.price ?? null }
  const isSaid = says(order, { ...times, ...prices }) && hasItsCodes('microtrade', order)
  return isSaid && isSettledAt(order, order.acceptedAt) ? 'verified' : 'wrongOutcome'
}

/** The result of its prices; `undefined` for invalid prices or direction. */
function resultOf({ symbol, direction, openTick, closeTick }: ReceiptFacts['order']) {
  const scale = findInstrument(symbol)?.scale
  if (scale === undefined || (direction !== 'rise' && direction !== 'fall')) return undefined
  if (!openTick || !closeTick) return 'unexpected' as const
  const [buyPrice, finalPrice] = [openTick, closeTick].map(({ price }) => exactly(price, scale))
  return buyPrice === undefined || finalPrice === undefined ? undefined : outcome(direction, buyPrice, finalPrice)
}
