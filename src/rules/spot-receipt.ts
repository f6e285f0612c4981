import { GENESIS, type RecordedTick } from './chain.ts'
import { currencyOf } from './currencies.ts'
import { findInstrument } from './instruments.ts'
import { type Minor, parseMoney } from './money.ts'
import { findPair } from './pairs.ts'
import { STALE_AFTER_MS } from './prices.ts'
import type { ReceiptVerdict } from './receipt.ts'
import { fillBy, holdOf, legsOf, QUOTE, type SpotSide, type SpotType, spotFeeOf, type TimeInForce } from './spot.ts'
import { isProven, type TickProof } from './tick-proof.ts'

/** What a receipt says of a spot order, and a proof of the tick of each fill. Times in ms since the epoch, amounts as decimals. */
export type SpotReceiptFacts = {
  order: {
    symbol: string
    side: SpotSide
    type: SpotType
    timeInForce: TimeInForce
    quantity: string
    price: string | null
    bound: string
    level: number
    feeBps: number
    state: string
    list: number
    acceptedAt: number
    filled: string
    worth: string
    fee: string
    held: string
    released: string
    fills: readonly { quantity: string; worth: string; fee: string; tick: RecordedTick }[]
  }
  proofs: readonly TickProof[]
}

type Order = SpotReceiptFacts['order']
type Fill = Order['fills'][number]
type Sums = { left: Minor; worth: Minor; fee: Minor }

/**
 * Checks the receipt of a spot order from the record alone, without trust in what the order says: each tick and its place in the
 * chain, that it was one which the order's terms let it meet, that the book of that tick gave just what was filled, and that all
 * of it comes to what the order says. Of a live order, as far as it has come.
 *
 * It cannot show that no tick between two fills of a waiting order would have filled it.
 *
 * @param seenFirst hash of the first fill's tick as this device saw it, or null where it did not
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export function checkSpotReceipt(
  { order, proofs }: SpotReceiptFacts,
  seenFirst: string | null,
  sha256: (text: string) => string,
): ReceiptVerdict {
  const { symbol, fills } = order
  const [first] = fills
  if (!first) return 'incomplete'
  const proven = fills.every(({ tick }, at) => isProven(tick, proofs[at], symbol, sha256))
  if (!proven || proofs.length !== fills.length) return 'brokenChain'
  if (!fills.every(({ tick }, at) => isMet(order, tick, proofs[at], fills[at - 1]))) return 'wrongTick'
  if (seenFirst !== null && seenFirst !== first.tick.hash) return 'unlikeSeen'
  const quantity = quantityIn(order, order.quantity)
  if (quantity === undefined || !findPair(symbol) || (order.price !== null && order.price !== order.bound)) {
    return 'wrongFill'
  }
  let sums: Sums | undefined = { left: quantity, worth: 0n, fee: 0n }
  for (const fill of fills) sums = sums && filledBy(order, fill, sums)
  if (!sums) return 'wrongFill'
  return isSummedUp(order, sums) ? 'verified' : 'wrongSum'
}

const quantityIn = ({ symbol }: Order, text: string) => parseMoney(text, findInstrument(symbol)?.quantityScale ?? 0)
const priceIn = ({ symbol }: Order, text: string) => parseMoney(text, findInstrument(symbol)?.scale ?? 0)
const usdt = (text: string) => parseMoney(text, currencyOf(QUOTE).scale)

/** Whether this tick was the order's to meet, after those that filled it before. */
function isMet(order: Order, tick: RecordedTick, proof: TickProof | undefined, last: Fill | undefined): boolean {
  const { type, timeInForce, acceptedAt } = order
  const before = proof?.before ?? null
  const isNext = last ? before?.hash === last.tick.hash : before ? before.time < acceptedAt : isGenesis(proof)
  const isInTime = tick.time <= (last?.tick.time ?? acceptedAt) + STALE_AFTER_MS
  if (tick.time < acceptedAt || (last && tick.seq <= last.tick.seq)) return false
  if (timeInForce === 'ioc') return last === undefined && isNext && isInTime
  if (timeInForce === 'postOnly' && last === undefined) return !(isNext && isInTime)
  return type === 'limit' || (isNext && isInTime)
}

const isGenesis = (proof: TickProof | undefined) => proof?.previousHash === GENESIS

/** What is left after a fill; `undefined` where the book of its tick gives another quantity, or it comes to another amount. */
function filledBy(order: Order, fill: Fill, { left, worth, fee }: Sums): Sums | undefined {
  const [price, bound] = [priceIn(order, fill.tick.price), priceIn(order, order.bound)]
  if (price === undefined || bound === undefined) return undefined
  const ask = { symbol: order.symbol, side: order.side, quantity: left, bound, level: order.level }
  const taken = fillBy(ask, { price, hash: fill.tick.hash })
  const due = spotFeeOf(taken.cost, order.feeBps)
  const agrees =
    taken.quantity > 0n &&
    taken.quantity === quantityIn(order, fill.quantity) &&
    taken.cost === usdt(fill.worth) &&
    due === usdt(fill.fee)
  return agrees ? { left: left - taken.quantity, worth: worth + taken.cost, fee: fee + due } : undefined
}

/** Whether the order's own figures follow from its fills: what is filled of it, what that was worth, and what is held or came back. */
function isSummedUp(order: Order, { left, worth, fee }: Sums): boolean {
  const { symbol, side, list, state, feeBps } = order
  const { scale } = currencyOf(legsOf(symbol, side).gives)
  const rest = left === 0n ? 0n : holdOf(symbol, side, left, priceIn(order, order.bound) ?? 0n, feeBps)
  const isOver = list === 1
  const [held, released] = isOver ? [0n, rest] : [rest, 0n]
  return (
    (quantityIn(order, order.filled) ?? 0n) + left === quantityIn(order, order.quantity) &&
    worth === usdt(order.worth) &&
    fee === usdt(order.fee) &&
    held === parseMoney(order.held, scale) &&
    released === parseMoney(order.released, scale) &&
    (!isOver || state === (left === 0n ? 'filled' : 'partly'))
  )
}
