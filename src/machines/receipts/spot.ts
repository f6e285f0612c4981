import type { RecordedTick } from '../../rules/market/chain.ts'
import { findInstrument } from '../../rules/market/instruments.ts'
import { findPair, SPOT_FEE_BPS } from '../../rules/market/pairs.ts'
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
import { currencyOf } from '../../rules/money/currencies.ts'
import { formatMoney, type Minor, parseMoney } from '../../rules/money/money.ts'
import {
  averageOf,
  fillBy,
  holdOf,
  legsOf,
  QUOTE,
  type SpotCause,
  type SpotSide,
  type SpotTaken,
  type SpotType,
  spotFeeOf,
  type TimeInForce,
} from '../../rules/spot/spot.ts'
import { hasItsCodes } from './codes.ts'
import type { ReceiptVerdict } from './receipt.ts'

/**
 * A spot order's receipt, with the stretch of the record up to each fill's tick. `decided`: that of the tick that ended the unfilled part, or of the time
 * without one; null if it is live, filled, or cancelled by its owner. Times in ms since the epoch, amounts as decimals.
 */
export type SpotReceiptFacts = {
  order: {
    symbol: string
    side: SpotSide
    type: SpotType
    timeInForce: TimeInForce
    currency: string
    quantity: string
    price: string | null
    bound: string
    level: number
    feeBps: number
    state: string
    list: number
    status: number
    acceptedAt: number
    settledAt: number | null
    filled: string
    averagePrice: string | null
    worth: string
    fee: string
    held: string
    released: string
    fills: readonly { quantity: string; worth: string; fee: string; price: string; tick: RecordedTick }[]
    cause: SpotCause | null
  }
  proofs: readonly RecordStretch[]
  decided: RecordStretch | null
}

type Order = SpotReceiptFacts['order']
type Fill = Order['fills'][number]

/** An order's state during verification: `start` is from when on its next tick may fill it, in ms. */
type Sums = { left: Minor; bound: Minor; worth: Minor; fee: Minor; start: number }

/**
 * Verifies a spot order's receipt from the record alone, without trusting the order's fields: each tick and its place in the chain, that
 * the order's terms let it match that tick, that the tick's book gives exactly the filled quantity, and all totals. For a live order, as
 * far as it has come.
 *
 * For a resting order, that no earlier tick would have filled it is proven for the minute before each fill.
 *
 * @param seenFirst hash of the first fill's tick as this device saw it, or null if it did not
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export function checkSpotReceipt(
  { order, proofs, decided }: SpotReceiptFacts,
  seenFirst: string | null,
  sha256: (text: string) => string,
): ReceiptVerdict {
  const { symbol, fills } = order
  const [first] = fills
  if (!first && !(order.list === 1 && isDecidedByTick(order))) return 'incomplete'
  if (proofs.length !== fills.length) return 'brokenChain'
  if ([...proofs, ...(decided ? [decided] : [])].some(({ previousHash }) => previousHash === null)) return 'incomplete'
  const proven = fills.every(({ tick }, at) => endsWith(tick, proofs[at], symbol, sha256))
  if (!proven || (decided && !isChain(decided, symbol, sha256))) return 'brokenChain'
  if (first && seenFirst !== null && seenFirst !== first.tick.hash) return 'unlikeSeen'
  const begun = whatIsOrdered(order)
  if (!begun) return 'wrongFill'
  let sums = begun
  for (const [at, fill] of fills.entries()) {
    const stretch = proofs[at]
    if (!stretch || !isMet(order, stretch, sums, at)) return 'wrongTick'
    const next = filledBy(order, fill, sums)
    if (!next) return 'wrongFill'
    sums = next
  }
  if (!isEnded(order, decided, sums)) return 'wrongTick'
  return isSummedUp(order, sums) ? 'verified' : 'wrongSum'
}

const quantityIn = ({ symbol }: Order, text: string) => exactly(text, findInstrument(symbol)?.quantityScale ?? 0)
const priceIn = ({ symbol }: Order, text: string) => exactly(text, findInstrument(symbol)?.scale ?? 0)
const usdt = (amount: Minor) => formatMoney(amount, currencyOf(QUOTE).scale)

/** Ended by a tick, or by the lack of one. */
const isDecidedByTick = ({ cause }: Order) => cause === 'bound' || cause === 'postOnly' || cause === 'noPrice'

/** An order that takes its next tick at any price, and never rests in the book. */
const meetsNext = ({ type, timeInForce }: Order) => type === 'market' || timeInForce === 'ioc'

/** The order before any fill; `undefined` if it is invalid. */
function whatIsOrdered(order: Order): Sums | undefined {
  const { symbol, side, type, price, timeInForce, level, feeBps } = order
  const [pair, scale] = [findPair(symbol), findInstrument(symbol)?.quantityScale ?? 0]
  const [left, bound] = [quantityIn(order, order.quantity), priceIn(order, order.bound)]
  if (!pair || left === undefined || bound === undefined) return undefined
  const [unit = 1n, max = 0n] = [pair.unit, pair.max].map((text) => parseMoney(text, scale))
  const isOrdered = left > 0n && left <= max && left % unit === 0n && feeBps === SPOT_FEE_BPS && level >= 0
  const isMarket = type === 'market' && price === null && timeInForce === 'gtc'
  const isLimit = type === 'limit' && price === order.bound && ['gtc', 'ioc', 'postOnly'].includes(timeInForce)
  if (!isOrdered || !(isMarket || isLimit) || (side !== 'buy' && side !== 'sell')) return undefined
  return { left, bound, worth: 0n, fee: 0n, start: order.acceptedAt }
}

/** What the book of a tick gives for the rest of an order. */
function takenBy(order: Order, { left, bound }: Sums, tick: RecordedTick): SpotTaken {
  const ask = { symbol: order.symbol, side: order.side, quantity: left, bound, level: order.level }
  return fillBy(ask, { price: priceIn(order, tick.price) ?? 0n, hash: tick.hash })
}

/** Whether the order had to take this tick, after those that filled it before. */
function isMet(order: Order, stretch: RecordStretch, sums: Sums, at: number): boolean {
  const { start } = sums
  if (meetsNext(order)) return isFirstInTime(stretch, start) && (order.type === 'market' || at === 0)
  if (!isFirstThat(stretch, start, (tick) => takenBy(order, sums, tick).quantity > 0n)) return false
  if (order.timeInForce !== 'postOnly' || at > 0 || !begins(stretch, start)) return true
  // The first tick that a post-only order takes fills nothing.
  const first = stretch.ticks.filter(({ time }) => time >= start)[0]
  return !(first && first === stretch.ticks.at(-1) && first.time <= start + STALE_AFTER_MS)
}

/** The rest after a fill; `undefined` if the tick's book gives another quantity or amount. */
function filledBy(order: Order, fill: Fill, sums: Sums): Sums | undefined {
  const taken = takenBy(order, sums, fill.tick)
  if (taken.quantity === 0n) return undefined
  const fee = spotFeeOf(taken.cost, order.feeBps)
  const due = { worth: usdt(taken.cost), fee: usdt(fee), price: averageText(order.symbol, taken) }
  if (!says(fill, due) || quantityIn(order, fill.quantity) !== taken.quantity) return undefined
  return {
    ...sums,
    left: sums.left - taken.quantity,
    worth: sums.worth + taken.cost,
    fee: sums.fee + fee,
    start: fill.tick.time + 1,
  }
}

const averageText = (symbol: string, taken: SpotTaken) =>
  formatMoney(averageOf(symbol, taken) ?? 0n, findInstrument(symbol)?.scale ?? 0)

/** Whether the rest ended as the order says: by its next tick, or by the lack of one. */
function isEnded(order: Order, decided: RecordStretch | null, sums: Sums): boolean {
  const { cause, timeInForce, fills, list } = order
  const { start } = sums
  if (decided !== null && !isDecidedByTick(order)) return false
  if (list === 0 || sums.left === 0n) return cause === null
  if (cause === 'user') return !meetsNext(order)
  if (cause === 'immediate') return timeInForce === 'ioc'
  if (cause === 'noPrice') return meetsNext(order) && decided !== null && isGap(decided, start, start + STALE_AFTER_MS)
  const tick = decided?.ticks.at(-1)
  if (!decided || !tick || !isFirstInTime(decided, start)) return false
  const fillsSome = takenBy(order, sums, tick).quantity > 0n
  if (cause === 'postOnly') return timeInForce === 'postOnly' && fills.length === 0 && fillsSome
  return cause === 'bound' && meetsNext(order) && !fillsSome
}

/** Whether the order's totals follow from its fills: filled quantity, value, and the held or returned amount. */
function isSummedUp(order: Order, { left, bound, worth, fee, start }: Sums): boolean {
  const { symbol, side, list, state, feeBps } = order
  const { gives } = legsOf(symbol, side)
  const given = (amount: Minor) => formatMoney(amount, currencyOf(gives).scale)
  const rest = left === 0n ? 0n : holdOf(symbol, side, left, bound, feeBps)
  const filled = (quantityIn(order, order.quantity) ?? 0n) - left
  const isOver = list === 1
  const ending = left === 0n ? 'filled' : filled === 0n ? 'returned' : 'partly'
  const isInState = isOver ? state === ending : left > 0n && state.startsWith('filling.')
  return (
    isInState &&
    hasItsCodes('spot', order) &&
    isSettledAt(order, start - 1) &&
    says(order, {
      currency: gives,
      filled: formatMoney(filled, findInstrument(symbol)?.quantityScale ?? 0),
      averagePrice: filled === 0n ? null : averageText(symbol, { quantity: filled, cost: worth }),
      worth: usdt(worth),
      fee: usdt(fee),
      held: given(isOver ? 0n : rest),
      released: given(isOver ? rest : 0n),
    })
  )
}
