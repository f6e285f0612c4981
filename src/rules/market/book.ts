import { type Minor, mulDiv, parseMoney } from '../money/money.ts'
import { instrumentOf } from './instruments.ts'
import { pairOf } from './pairs.ts'

/*
 * The order book of a symbol is derived from each recorded tick by this rule alone: the levels from its price, their quantities from its
 * hash. The tick determines the book, so the chained tick proves a fill; and nobody knows the quantities before the tick is recorded.
 * docs/protocol.md has the same rule.
 */

/** The number of levels on each side. */
export const BOOK_LEVELS = 20
const PPM = 1_000_000n

/** A side of the book: a buy matches asks, a sell matches bids. */
export type BookSide = 'bid' | 'ask'
/** A price level with its quantity; both in minor units of the instrument. */
export type BookLevel = { price: Minor; quantity: Minor }

/** The fields of a tick that determine the book. `price` in minor units; `hash` in lower-case hex. */
export type BookTick = { price: Minor; hash: string }

const halfOf = (symbol: string) => BigInt(pairOf(symbol).spreadPpm / 2)

/** The distance between levels: a ten-thousandth of the instrument's reference price, in minor units. */
export function levelStep(symbol: string): Minor {
  const { reference, scale } = instrumentOf(symbol)
  const step = (parseMoney(reference, scale) ?? 0n) / 10_000n
  return step > 0n ? step : 1n
}

/** The best bid or ask at a price: half of the spread away from it, rounded away from it, so that bid and ask always differ. */
export function bestOf(symbol: string, side: BookSide, price: Minor): Minor {
  const half = halfOf(symbol)
  return side === 'ask' ? mulDiv(price, PPM + half, PPM, 'up') : mulDiv(price, PPM - half, PPM, 'down')
}

/** The price of a level, 0 being the best; at or below zero if the level does not exist. */
export const levelPrice = (symbol: string, side: BookSide, price: Minor, level: number): Minor =>
  bestOf(symbol, side, price) + BigInt(side === 'ask' ? level : -level) * levelStep(symbol)

/**
 * The extreme tick price at which this level is still within a limit: the highest for asks, the lowest for bids. At or below zero if there
 * is none.
 */
export function tickWithin(symbol: string, side: BookSide, limit: Minor, level: number): Minor {
  const half = halfOf(symbol)
  const deep = BigInt(level) * levelStep(symbol)
  const best = side === 'ask' ? limit - deep : limit + deep
  if (best <= 0n) return 0n
  return side === 'ask' ? mulDiv(best, PPM, PPM + half, 'down') : mulDiv(best, PPM, PPM - half, 'up')
}

/** One side of a tick's book, the best level first: 20 levels, or fewer where prices would reach zero. */
export function levelsOf(symbol: string, side: BookSide, { price, hash }: BookTick): BookLevel[] {
  const levels = Array.from({ length: BOOK_LEVELS }, (_, level) => ({
    price: levelPrice(symbol, side, price, level),
    quantity: sizeOf(symbol, byteAt(hash, side, level)),
  }))
  return levels.filter((level) => level.price > 0n)
}

/** The smallest possible quantity of a level, in minor units of the base. */
export const leastSize = (symbol: string): Minor => sizeOf(symbol, 0)

/** Two hex digits of the hash determine a level's quantity: for a bid those at its number, for an ask those 32 further. */
const byteAt = (hash: string, side: BookSide, level: number): number =>
  Number.parseInt(
    hash
      .slice(level)
      .slice(side === 'ask' ? 32 : 0)
      .slice(0, 2),
    16,
  )

/** A twentieth of the maximum order, varied by up to a quarter; in whole units. */
function sizeOf(symbol: string, byte: number): Minor {
  const { quantityScale } = instrumentOf(symbol)
  const [unit, max] = [pairOf(symbol).unit, pairOf(symbol).max].map((text) => parseMoney(text, quantityScale) ?? 0n)
  if (!unit || !max) throw new RangeError(`${symbol}: no unit`)
  return unit * mulDiv(max / unit, BigInt(384 + byte), BigInt(BOOK_LEVELS * 512), 'down')
}
