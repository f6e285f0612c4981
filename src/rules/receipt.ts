import { firstBrokenLink, GENESIS, type RecordedTick } from './chain.ts'
import { findCurrency } from './currencies.ts'
import { findInstrument } from './instruments.ts'
import { type Direction, outcome, profit } from './microtrade.ts'
import { parseMoney } from './money.ts'
import { STALE_AFTER_MS } from './prices.ts'

/**
 * What a receipt says of an option, and the record that it rests on: `ticks` from the opening to the closing one, with
 * the neighbours that show that it was these two and no others. Times in ms since the epoch, amounts as decimals.
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
    acceptedAt: number
    buyPrice: string | null
    finalPrice: string | null
    openTick: RecordedTick | null
    closeTick: RecordedTick | null
    payout: string | null
  }
  /** Hash of the tick before `before`; without one, of nothing: `GENESIS`. */
  previousHash: string | null
  /** The recorded tick before the opening one; null where the record begins with that. */
  before: RecordedTick | null
  /** The recorded tick after the closing one; null as long as there is none. */
  after: RecordedTick | null
  ticks: readonly RecordedTick[]
}

/**
 * What is wrong with a receipt.
 *
 * - `brokenChain`: a tick does not follow from the one before it
 * - `wrongOpening`: not the first tick of the record at or after acceptance, or too late to open by
 * - `wrongClosing`: not the last tick of the record at or before the due time, or too old by then
 * - `unlikeSeen`: the opening tick is another than this device saw when the order opened
 * - `wrongOutcome`, `wrongPayout`: what the order says does not follow from the prices and its terms
 * - `wrongTick`, `wrongFill`, `wrongSum`: of a spot order: filled by a tick that was not its own, by more or less than the book of
 *   that tick had to give, or what it says of all fills together does not follow from them
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
 * What a check found.
 *
 * - `incomplete`: there is nothing to check, because the order has not settled, or ended without a price
 * - `early`: all agrees so far, but no tick after the closing one is recorded yet: it will show that none came between
 */
export type ReceiptVerdict = 'verified' | 'incomplete' | 'early' | ReceiptProblem

/** Whether two ticks are one and the same. */
export const sameTick = (a: RecordedTick, b: RecordedTick | undefined) =>
  b !== undefined && a.hash === b.hash && a.seq === b.seq && a.time === b.time && a.price === b.price

/**
 * Checks a receipt from the record alone, without trust in what the order says.
 *
 * @param seenOpening hash of the opening tick as this device saw it, or null where it did not
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export function checkReceipt(
  { order, previousHash, before, ticks, after }: ReceiptFacts,
  seenOpening: string | null,
  sha256: (text: string) => string,
): ReceiptVerdict {
  const { openTick, closeTick, acceptedAt, seconds } = order
  if (!openTick || !closeTick || previousHash === null || ticks.length === 0) return 'incomplete'
  const stretch = [before ?? [], ticks, after ?? []].flat()
  if (!isInOrder(stretch, order.symbol) || firstBrokenLink(previousHash, stretch, sha256) !== -1) return 'brokenChain'
  // Who leaves the tick before the opening one out must show that there is none.
  const openedFirst = before ? before.time < acceptedAt : previousHash === GENESIS
  const openedInTime = openedFirst && openTick.time >= acceptedAt && openTick.time <= acceptedAt + STALE_AFTER_MS
  if (!sameTick(openTick, ticks[0]) || !openedInTime || openTick.price !== order.buyPrice) return 'wrongOpening'
  if (seenOpening !== null && seenOpening !== openTick.hash) return 'unlikeSeen'
  const dueMs = openTick.time + seconds * 1000
  const closedLast = !after || after.time > dueMs
  const closedInTime = closedLast && closeTick.time <= dueMs && closeTick.time >= dueMs - STALE_AFTER_MS
  if (!sameTick(closeTick, ticks.at(-1)) || !closedInTime || closeTick.price !== order.finalPrice) return 'wrongClosing'
  const verdict = checkSettlement(order, openTick, closeTick)
  return verdict === 'verified' && !after ? 'early' : verdict
}

/**
 * Whether ticks are of one symbol, each later than the one before. Numbers count a symbol's quotes, of which the record keeps the
 * last of each second: they grow, by one or more.
 */
export const isInOrder = (ticks: readonly RecordedTick[], symbol: string): boolean =>
  ticks.every((tick, index) => {
    const previous = ticks[index - 1]
    return tick.symbol === symbol && (!previous || (tick.seq > previous.seq && tick.time > previous.time))
  })

function checkSettlement(
  order: ReceiptFacts['order'],
  openTick: RecordedTick,
  closeTick: RecordedTick,
): 'verified' | 'wrongOutcome' | 'wrongPayout' {
  const priceScale = findInstrument(order.symbol)?.scale
  const scale = findCurrency(order.currency)?.scale
  if (priceScale === undefined) return 'wrongOutcome'
  const [buyPrice, finalPrice] = [openTick, closeTick].map(({ price }) => parseMoney(price, priceScale))
  if (buyPrice === undefined || finalPrice === undefined) return 'wrongOutcome'
  const result = outcome(order.direction, buyPrice, finalPrice)
  if (result !== order.state) return 'wrongOutcome'
  if (scale === undefined) return 'wrongPayout'
  const stake = parseMoney(order.amount, scale)
  const payout = parseMoney(order.payout ?? '', scale)
  if (stake === undefined || payout === undefined) return 'wrongPayout'
  const due = { won: stake + profit(stake, order.payoutBps), lost: 0n, drawn: stake }[result]
  return payout === due ? 'verified' : 'wrongPayout'
}
