import { areLegal, reserveOf } from '../../rules/lever/form.ts'
import type { Funding } from '../../rules/lever/funding.ts'
import {
  COLLATERAL,
  leverDirections,
  leverFeeOf,
  liquidationPrice,
  marginOf,
  notionalOf,
} from '../../rules/lever/lever.ts'
import {
  deliveriesEver,
  findContract,
  frozenTiers,
  LEVER_FEE_BPS,
  leverages,
  liquidationFees,
  type MaintenanceTier,
  termsEver,
} from '../../rules/lever/terms.ts'
import type { RecordedTick } from '../../rules/market/chain.ts'
import { findInstrument } from '../../rules/market/instruments.ts'
import { STALE_AFTER_MS } from '../../rules/market/prices.ts'
import {
  areGaps,
  begins,
  endsWith,
  exactly,
  isChain,
  isFirst,
  isFirstInTime,
  isFirstThat,
  isGap,
  isSettledAt,
  LOOK_BACK_MS,
  type RecordStretch,
  says,
} from '../../rules/market/record-stretch.ts'
import { currencyOf } from '../../rules/money/currencies.ts'
import { formatMoney, type Minor, parseMoney } from '../../rules/money/money.ts'
import { ruleNames } from '../../rules/profiles/terms.ts'
import { hasItsCodes } from './codes.ts'
import type { FillFacts, LeverReceiptFacts, Order } from './lever-facts.ts'
import { type LeverSums, type Lot, sumsOf } from './lever-sums.ts'
import type { ReceiptVerdict } from './receipt.ts'

/**
 * Verifies a contract's receipt from the record and the published terms alone, without trusting the order's fields: each tick and its place
 * in the chain, that it opened and closed by its terms and at no later tick, and every amount. For a live contract, as far as it has come.
 *
 * For an order that waited for a price it proves the last minute: that no earlier tick of it would have opened or closed it.
 *
 * @param seenOpening hash of the opening tick as this device saw it, or null if it did not
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export function checkLeverReceipt(
  facts: LeverReceiptFacts,
  seenOpening: string | null,
  sha256: (text: string) => string,
): ReceiptVerdict {
  const { order, proofs, gapProofs, decided } = facts
  const { openTick, fills, symbol, gaps } = order
  if (!openTick) return checkNothing(facts, sha256)
  const claimed = [openTick, ...fills.map(({ tick }) => tick)]
  if (proofs.length !== claimed.length || decided !== null) return 'brokenChain'
  const isKept = proofs.every(({ previousHash }) => previousHash !== null)
  if (!isKept || fills.some(({ cause, since }) => since === null && cause !== 'delivery')) return 'incomplete'
  if (!claimed.every((tick, at) => endsWith(tick, proofs[at], symbol, sha256))) return 'brokenChain'
  if (!areGaps(gaps ?? [], gapProofs, symbol, sha256)) return 'brokenChain'
  const [opening, ...closings] = proofs
  if (!opening || !isOpening(order, openTick, opening)) return 'wrongOpening'
  if (seenOpening !== null && seenOpening !== openTick.hash) return 'unlikeSeen'
  const ordered = whatIsOrdered(order)
  const sums = ordered && sumsOf(order, openTick, ordered)
  if (!ordered || !sums) return 'wrongPayout'
  const timely = claimed.every(({ time }, at) => time >= (claimed[at - 1]?.time ?? 0))
  if (!timely || !sums.lots.every((lot, at) => isClosing(order, lot, fills[at], closings[at]))) return 'wrongClosing'
  if (!isState(order, sums)) return 'wrongOutcome'
  if (!isSummedUp(order, sums)) return 'wrongPayout'
  return fills.at(-1)?.cause === 'delivery' && !closings.at(-1)?.after ? 'early' : 'verified'
}

const usdt = (amount: Minor) => formatMoney(amount, currencyOf(COLLATERAL).scale)
const priceOf = ({ symbol }: Order, text: string | null): Minor | undefined =>
  text === null ? undefined : exactly(text, findInstrument(symbol)?.scale ?? 0)

/** The ordered quantity; `undefined` if these terms were never offered. */
function whatIsOrdered(order: Order): Minor | undefined {
  const { symbol, direction, type, currency, leverage, feeBps, liquidationFeeBps, acceptedAt } = order
  const [contract, instrument] = [findContract(symbol), findInstrument(symbol)]
  if (!contract || !instrument) return undefined
  const quantity = exactly(order.ordered, instrument.quantityScale)
  const prices = [order.price, order.takeProfit, order.stopLoss].filter((text) => text !== null)
  const reserve = exactly(order.reserve, currencyOf(COLLATERAL).scale)
  if (!quantity || !reserve || !prices.every((text) => (priceOf(order, text) ?? 0n) > 0n)) return undefined
  const isFrozen = (tiers: readonly MaintenanceTier[]) =>
    ruleNames.some((rules) => areSame(frozenTiers(rules, { tiers }, leverage), order.tiers))
  const areTerms = termsEver(contract).some(({ unit, max, tiers, funding = null }) => {
    const [one = 1n, most = 0n] = [unit, max].map((text) => parseMoney(text, instrument.quantityScale))
    return quantity <= most && quantity % one === 0n && isFrozen(tiers) && isSame(funding, order.fundingTerms)
  })
  const isOffered = leverDirections.includes(direction) && leverages.some((each) => each === leverage)
  const areFees = feeBps === LEVER_FEE_BPS && liquidationFees.includes(liquidationFeeBps)
  const isType = type === (order.price === null ? 'market' : 'limit') && currency === COLLATERAL
  const isReserved =
    type === 'market' ||
    reserve === reserveOf({ symbol, direction, type, leverage }, quantity, priceOf(order, order.price) ?? 0n)
  const isEnd = deliveriesEver(instrument, acceptedAt).includes(order.deliveryAt)
  return areTerms && isOffered && areFees && isType && isReserved && isEnd ? quantity : undefined
}

const areSame = (a: readonly MaintenanceTier[], b: readonly MaintenanceTier[]) =>
  a.length === b.length &&
  a.every(({ upTo, maintenanceBps }, at) => upTo === b[at]?.upTo && maintenanceBps === b[at]?.maintenanceBps)

const isSame = (a: Funding | null, b: Funding | null) =>
  (a === null) === (b === null) && a?.hours === b?.hours && a?.ppm === b?.ppm

/** Whether this tick reaches the limit of a limit order. */
function reachesLimit(order: Order, tick: RecordedTick): boolean {
  const [limit, price] = [priceOf(order, order.price), priceOf(order, tick.price)]
  return limit !== undefined && price !== undefined && (order.direction === 'long' ? price <= limit : price >= limit)
}

/** Whether the tick of a stretch decides an order: for a market order the first one since its acceptance, in time; for a limit order the first that reaches its limit. */
const isMet = (order: Order, stretch: RecordStretch): boolean =>
  order.price === null
    ? isFirstInTime(stretch, order.acceptedAt)
    : isFirstThat(stretch, order.acceptedAt, (tick) => reachesLimit(order, tick))

const isDelivered = ({ deliveryAt }: Order, { time }: RecordedTick) => deliveryAt !== null && time >= deliveryAt

/** An order does not open from its delivery on, above its reserve or beyond its stops. Stops that are set later lie on the same side of its price. */
function isOpening(order: Order, tick: RecordedTick, stretch: RecordStretch): boolean {
  if (isDelivered(order, tick) || tick.price !== order.dealPrice || !isMet(order, stretch)) return false
  return !isTooDear(order, tick) && !isBeyondStops(order, tick)
}

function costAt(order: Order, tick: RecordedTick): Minor {
  const { symbol, leverage, feeBps } = order
  const quantity = exactly(order.ordered, findInstrument(symbol)?.quantityScale ?? 0) ?? 0n
  const notional = notionalOf(symbol, quantity, priceOf(order, tick.price) ?? 0n)
  return marginOf(notional, leverage) + leverFeeOf(notional, feeBps)
}

const isTooDear = (order: Order, tick: RecordedTick) =>
  costAt(order, tick) > (exactly(order.reserve, currencyOf(COLLATERAL).scale) ?? 0n)

const isBeyondStops = (order: Order, tick: RecordedTick) =>
  !areLegal({ direction: order.direction, ...stopsOf(order) }, [priceOf(order, tick.price) ?? 0n])

/** Whether a close's tick is the first that matches its cause. A tick that liquidates takes precedence over any other close. */
function isClosing(order: Order, lot: Lot, fill: FillFacts | undefined, stretch: RecordStretch | undefined): boolean {
  if (!fill || !stretch) return false
  const { cause, since, tick } = fill
  const levels = { liquidation: lot.isLast ? liquidationPrice(lot) : null, ...stopsOf(order) }
  const reaches = (name: keyof typeof levels, { price: text }: RecordedTick) => {
    const [level, price] = [levels[name], priceOf(order, text)]
    if (level === null || price === undefined) return false
    return (order.direction === 'long') === (name === 'takeProfit') ? price >= level : price <= level
  }
  if (reaches('liquidation', tick) !== (cause === 'liquidation')) return false
  if (cause === 'delivery') {
    const isOver = !stretch.after || stretch.after.time > (order.deliveryAt ?? 0)
    return (
      since === null &&
      stretch.ticks.length === 1 &&
      order.deliveryAt !== null &&
      tick.time <= order.deliveryAt &&
      isOver
    )
  }
  if (since === null) return false
  if (cause === 'user') return isFirst(stretch, since)
  const names = ['liquidation', 'takeProfit', 'stopLoss'] as const
  return isFirstThat(stretch, since, (each) => names.some((name) => reaches(name, each))) && reaches(cause, tick)
}

const stopsOf = (order: Order) => ({
  takeProfit: priceOf(order, order.takeProfit) ?? null,
  stopLoss: priceOf(order, order.stopLoss) ?? null,
})

/** Whether the order's state, and what is pending, match its closes. */
function isState(order: Order, { isWhole, won }: LeverSums): boolean {
  const { state, list, fills, next, adding, closing } = order
  const last = fills.at(-1)
  if (!hasItsCodes('lever', order) || !isSettledAt(order, (last ?? { tick: order.openTick }).tick?.time ?? 0))
    return false
  const asksNothing = next === null && exactly(adding, currencyOf(COLLATERAL).scale) === 0n
  if (list === 1) {
    const ending = last?.cause === 'liquidation' ? 'liquidated' : won ? 'won' : 'lost'
    return isWhole && state === ending && asksNothing && closing === null && order.cause === last?.cause
  }
  if (isWhole || order.cause !== null || (state === 'open.standing' && !asksNothing)) return false
  return (state === 'open.closing') === (closing !== null)
}

/** Whether the order's totals match its terms and closes. */
function isSummedUp(order: Order, sums: LeverSums): boolean {
  const { symbol, list } = order
  const { scale = 0, quantityScale = 0 } = findInstrument(symbol) ?? {}
  const level = list === 1 ? null : liquidationPrice(sums.open)
  return (
    order.voidReason === null &&
    says(order, {
      quantity: formatMoney(sums.open.quantity, quantityScale),
      worth: usdt(sums.worth),
      margin: usdt(sums.open.margin),
      maintenance: usdt(sums.maintenance),
      liquidationPrice: level === null ? null : formatMoney(level, scale),
      limited: usdt(sums.open.limited),
      profit: usdt(sums.profit),
      closeFee: usdt(sums.fees),
      returned: usdt(sums.returned),
    })
  )
}

/** Verifies a void order: by the tick that would have opened it, or because none came in time. */
function checkNothing(
  { order, proofs, gapProofs, decided }: LeverReceiptFacts,
  sha256: (text: string) => string,
): ReceiptVerdict {
  if (order.state !== 'unexpected' || !decided || decided.previousHash === null) return 'incomplete'
  if (proofs.length + gapProofs.length > 0 || !isChain(decided, order.symbol, sha256)) return 'brokenChain'
  if (whatIsOrdered(order) === undefined) return 'wrongPayout'
  const waits = order.voidReason === 'noPrice' || (order.voidReason === 'delivery' && order.price !== null)
  if (waits && !decided.after) return 'early'
  if (!isNothing(order, decided)) return 'wrongOpening'
  if (!hasItsCodes('lever', order) || !isSettledAt(order, order.acceptedAt)) return 'wrongOutcome'
  const [none, nothing] = [usdt(0n), null]
  const due = {
    ...{
      quantity: order.ordered,
      worth: none,
      limited: none,
      funding: none,
      openFee: none,
      margin: none,
      adding: none,
    },
    ...{ maintenance: none, profit: none, closeFee: none, paid: none, returned: none },
    ...{
      nextFundingAt: nothing,
      dealPrice: nothing,
      liquidationPrice: nothing,
      next: nothing,
      closing: nothing,
      cause: nothing,
    },
  }
  const isEmpty = order.fills.length === 0 && (order.gaps ?? []).length === 0
  return says(order, due) && isEmpty && isExposure(order) ? 'verified' : 'wrongPayout'
}

const isExposure = ({ exposure }: Order) => (exactly(exposure, currencyOf(COLLATERAL).scale) ?? -1n) >= 0n

/** Whether the record proves the reason why an order is void. */
function isNothing(order: Order, decided: RecordStretch): boolean {
  const { voidReason, acceptedAt, deliveryAt, price } = order
  const tick = decided.ticks.at(-1)
  if (voidReason === 'noPrice') return price === null && isGap(decided, acceptedAt, acceptedAt + STALE_AFTER_MS)
  if (voidReason === 'delivery' && price !== null) {
    if (deliveryAt === null || !begins(decided, Math.max(acceptedAt, deliveryAt - LOOK_BACK_MS))) return false
    const opens = (each: RecordedTick) => each.time >= acceptedAt && reachesLimit(order, each)
    return (
      (decided.after?.time ?? 0) >= deliveryAt && !decided.ticks.some((each) => each.time >= deliveryAt || opens(each))
    )
  }
  if (!tick || !isMet(order, decided) || isDelivered(order, tick) !== (voidReason === 'delivery')) return false
  if (voidReason === 'delivery') return true
  if (isTooDear(order, tick)) return voidReason === 'cost'
  return voidReason === 'stops' && isBeyondStops(order, tick)
}
