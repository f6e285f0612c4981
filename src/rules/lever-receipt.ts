import { GENESIS, type RecordedTick } from './chain.ts'
import type { MaintenanceTier } from './contracts.ts'
import { currencyOf } from './currencies.ts'
import { type Funding, fundingOver } from './funding.ts'
import { findInstrument } from './instruments.ts'
import {
  COLLATERAL,
  type LeverCause,
  type LeverDirection,
  leverFeeOf,
  limitedOver,
  liquidationPrice,
  marginOf,
  notionalOf,
  type Position,
  settlementOf,
} from './lever.ts'
import { type Minor, mulDiv, parseMoney } from './money.ts'
import { STALE_AFTER_MS } from './prices.ts'
import type { ReceiptVerdict } from './receipt.ts'
import { areGaps, type GapFacts, isGapSince, isProven, type TickProof } from './tick-proof.ts'

/** A close in a receipt: plain decimals, amounts in the collateral. */
type FillFacts = {
  cause: LeverCause
  quantity: string
  margin: string
  profit: string
  fee: string
  liquidationFee: string
  returned: string
  shortfall: string
  limited: string
  tick: RecordedTick
}

/**
 * A contract's receipt with its part of the record: proofs of the opening tick, of each close, and of the two ticks around each gap. Times
 * in ms since the epoch, amounts as decimals.
 */
export type LeverReceiptFacts = {
  order: {
    symbol: string
    direction: LeverDirection
    price: string | null
    state: string
    list: number
    leverage: number
    feeBps: number
    liquidationFeeBps: number | null
    tiers: readonly MaintenanceTier[]
    ordered: string
    exposure: string
    limited: string
    funding: string
    fundingTerms: Funding | null
    nextFundingAt: number | null
    acceptedAt: number
    deliveryAt: number | null
    dealPrice: string | null
    openTick: RecordedTick | null
    openFee: string
    takeProfit: string | null
    stopLoss: string | null
    fills: readonly FillFacts[]
    gaps: readonly (GapFacts & { quantity: string })[] | null
    paid: string
    returned: string
  }
  proofs: readonly TickProof[]
  gapProofs: readonly TickProof[]
}

type Order = LeverReceiptFacts['order']

/**
 * Verifies a contract's receipt from the record alone, without trusting the order's fields: each tick and its place in the chain, that it
 * opened and closed by its terms, and every amount. For a live contract, as far as it has come.
 *
 * No record has the time of a user's close request: for such a close the tick and the amounts are verified, but not that it was the next
 * tick.
 *
 * @param seenOpening hash of the opening tick as this device saw it, or null if it did not
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export function checkLeverReceipt(
  { order, proofs, gapProofs }: LeverReceiptFacts,
  seenOpening: string | null,
  sha256: (text: string) => string,
): ReceiptVerdict {
  const { openTick, fills } = order
  if (!openTick) return 'incomplete'
  const claimed = [openTick, ...fills.map(({ tick }) => tick)]
  const [opening, ...closings] = proofs
  const proven = claimed.every((tick, at) => isProven(tick, proofs[at], order.symbol, sha256))
  if (!opening || !proven || proofs.length !== claimed.length) return 'brokenChain'
  if (!areGaps(order.gaps ?? [], gapProofs, order.symbol, sha256)) return 'brokenChain'
  if (!isOpening(order, openTick, opening)) return 'wrongOpening'
  if (seenOpening !== null && seenOpening !== openTick.hash) return 'unlikeSeen'
  const reckoned = reckon(order)
  if (!reckoned) return 'wrongPayout'
  const timely = claimed.every(({ time }, at) => time >= (claimed[at - 1]?.time ?? 0))
  if (!timely || !fills.every((fill, at) => isCaused(order, fill, closings[at]))) return 'wrongClosing'
  if (order.list === 1 && !isOutcome(order, reckoned)) return 'wrongOutcome'
  const last = fills.at(-1)
  return last?.cause === 'delivery' && !closings.at(-1)?.after ? 'early' : 'verified'
}

const priceOf = (symbol: string, text: string | null): Minor | undefined =>
  text === null ? undefined : parseMoney(text, findInstrument(symbol)?.scale ?? 0)

const quantityOf = (symbol: string, text: string): Minor =>
  parseMoney(text, findInstrument(symbol)?.quantityScale ?? 0) ?? 0n

/**
 * A market order: the first tick at or after acceptance, in time. A limit order: one that has reached the limit since. Neither from the
 * delivery on.
 */
function isOpening(order: Order, tick: RecordedTick, { before, previousHash }: TickProof): boolean {
  const { symbol, direction, acceptedAt, deliveryAt } = order
  if (deliveryAt !== null && tick.time >= deliveryAt) return false
  if (tick.time < acceptedAt || tick.price !== order.dealPrice) return false
  if (order.price === null) {
    const isFirst = before ? before.time < acceptedAt : previousHash === GENESIS
    return isFirst && tick.time <= acceptedAt + STALE_AFTER_MS
  }
  const [limit, price] = [priceOf(symbol, order.price), priceOf(symbol, tick.price)]
  return limit !== undefined && price !== undefined && (direction === 'long' ? price <= limit : price >= limit)
}

/** The order's result, calculated from its ticks and terms; `undefined` if an amount differs. */
function reckon({ symbol, direction, leverage, feeBps, liquidationFeeBps, ordered, ...order }: Order) {
  const { scale } = currencyOf(COLLATERAL)
  const money = (text: string) => parseMoney(text.replace(/^-/, ''), scale) ?? 0n
  const signed = (text: string) => (text.startsWith('-') ? -money(text) : money(text))
  const whole = parseMoney(ordered, findInstrument(symbol)?.quantityScale ?? 0)
  const entry = priceOf(symbol, order.dealPrice)
  if (!whole || entry === undefined) return undefined
  const notional = notionalOf(symbol, whole, entry)
  const [paid, openFee] = [money(order.paid), money(order.openFee)]
  if (openFee !== leverFeeOf(notional, feeBps) || paid - openFee < marginOf(notional, leverage)) return undefined
  const funding = signed(order.funding)
  if (!isFunded({ ...order, symbol, direction }, whole, entry, funding)) return undefined
  const sums = { quantity: 0n, margin: 0n, returned: 0n }
  const gaps = [...(order.gaps ?? [])]
  let limited = 0n
  /** What the gaps up to a time deducted, as far as it follows from what was open there. */
  const passGaps = (until: number): boolean => {
    while (gaps[0] && gaps[0].after.time <= until) {
      const [gap] = gaps.splice(0, 1)
      if (!gap) return false
      const position = { symbol, direction, quantity: whole - sums.quantity, entry, margin: money(gap.margin), limited }
      const [before = 0n, after = 0n] = [gap.before.price, gap.after.price].map((price) => priceOf(symbol, price))
      const taken = limitedOver(position, before, after)
      // Added margin is on no record, and funding may have taken some of it.
      const least = marginOf(notionalOf(symbol, position.quantity, entry), leverage) + (funding < 0n ? funding : 0n)
      const agrees = quantityOf(symbol, gap.quantity) === position.quantity && taken === money(gap.limited)
      if (!isGapSince(gap, order.openTick) || !agrees || position.margin < least) return false
      limited += taken
    }
    return true
  }
  for (const fill of order.fills) {
    if (!passGaps(fill.tick.time)) return undefined
    const quantity = quantityOf(symbol, fill.quantity)
    const price = priceOf(symbol, fill.tick.price) ?? 0n
    const margin = money(fill.margin)
    const left = whole - sums.quantity
    if (left <= 0n) return undefined
    const share = mulDiv(limited, quantity, left, 'down')
    const position = { symbol, direction, quantity, entry, margin, limited: share }
    const due = settlementOf(position, price, fill.cause, { feeBps, liquidationFeeBps })
    const agrees =
      share === money(fill.limited) &&
      due.profit === signed(fill.profit) &&
      due.fee === money(fill.fee) &&
      due.liquidationFee === money(fill.liquidationFee) &&
      due.payout === money(fill.returned) &&
      due.shortfall === money(fill.shortfall)
    if (!agrees) return undefined
    sums.quantity += quantity
    sums.margin += margin
    sums.returned += due.payout
    limited -= share
  }
  if (!passGaps(Number.POSITIVE_INFINITY) || limited !== money(order.limited)) return undefined
  const isWhole = order.list === 0 || (sums.quantity === whole && sums.margin === paid - openFee + funding)
  return sums.returned === money(order.returned) && isWhole ? { won: sums.returned >= paid } : undefined
}

/**
 * Whether funding matches its terms, by what was open at each payment. A margin that could not pay was charged less, never more.
 */
function isFunded(
  order: Pick<Order, 'symbol' | 'direction' | 'fundingTerms' | 'nextFundingAt' | 'openTick' | 'fills' | 'list'>,
  whole: Minor,
  entry: Minor,
  claimed: Minor,
): boolean {
  const { symbol, direction, fundingTerms, openTick, fills } = order
  const until = order.list === 1 ? fills.at(-1)?.tick.time : order.nextFundingAt
  if (!fundingTerms || !openTick) return claimed === 0n
  if (until === null || until === undefined) return true
  const worthAt = (time: number) => {
    const left = fills.reduce(
      (rest, fill) => (fill.tick.time <= time ? rest - quantityOf(symbol, fill.quantity) : rest),
      whole,
    )
    return notionalOf(symbol, left, entry)
  }
  const due = fundingOver(fundingTerms, direction, [openTick.time, until], worthAt)
  return due < 0n ? claimed >= due && claimed <= 0n : claimed === due
}

/** Whether a close's tick matches its cause. A tick that liquidates takes precedence over any other close. */
function isCaused(order: Order, fill: FillFacts, proof: TickProof | undefined): boolean {
  const { symbol, direction, deliveryAt } = order
  const [price, entry] = [priceOf(symbol, fill.tick.price), priceOf(symbol, order.dealPrice)]
  if (price === undefined || entry === undefined || !proof) return false
  const isAbove = (level: Minor | null | undefined) => level !== null && level !== undefined && price >= level
  const isBelow = (level: Minor | null | undefined) => level !== null && level !== undefined && price <= level
  const [gains, loses] = direction === 'long' ? [isAbove, isBelow] : [isBelow, isAbove]
  const isLast = fill === order.fills.at(-1) && order.list === 1
  // The margin of a part is rounded, and so is its liquidation price.
  const isDry = isLast && loses(liquidationPrice(positionOf(order, fill, entry)))
  if (isDry !== (fill.cause === 'liquidation')) return false
  if (fill.cause === 'takeProfit') return gains(priceOf(symbol, order.takeProfit))
  if (fill.cause === 'stopLoss') return loses(priceOf(symbol, order.stopLoss))
  if (fill.cause !== 'delivery') return true
  const isOver = !proof.after || proof.after.time > (deliveryAt ?? 0)
  return deliveryAt !== null && fill.tick.time <= deliveryAt && isOver
}

const positionOf = ({ symbol, direction, tiers, exposure }: Order, fill: FillFacts, entry: Minor): Position => ({
  symbol,
  direction,
  tiers,
  entry,
  quantity: quantityOf(symbol, fill.quantity),
  margin: parseMoney(fill.margin, currencyOf(COLLATERAL).scale) ?? 0n,
  limited: parseMoney(fill.limited, currencyOf(COLLATERAL).scale) ?? 0n,
  exposure: parseMoney(exposure, currencyOf(COLLATERAL).scale) ?? 0n,
})

const isOutcome = ({ state, fills }: Order, { won }: { won: boolean }): boolean =>
  state === (fills.at(-1)?.cause === 'liquidation' ? 'liquidated' : won ? 'won' : 'lost')
