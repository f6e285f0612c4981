import { instrumentOf } from './instruments.ts'
import { type Minor, mulDiv, parseMoney } from './money.ts'
import { pairOf } from './pairs.ts'

/*
 * The order book of a symbol follows from each recorded tick by this rule, and from nothing else: from its price where the
 * levels lie, from its hash how much stands on each. Whoever has the tick has the book, so a fill is proven by the tick
 * that the chain binds; and nobody knows the sizes before the tick is recorded. docs/protocol.md says the same in words.
 */

/** So many levels there are on each side. */
export const BOOK_LEVELS = 20
const PPM = 1_000_000n

/** On which side of the book: a buy meets asks, a sell bids. */
export type BookSide = 'bid' | 'ask'
/** So much of the base stands at a price; both in minor units of the instrument. */
export type BookLevel = { price: Minor; quantity: Minor }

/** A tick as the book needs it. `price` in minor units; `hash` in lower-case hex. */
export type BookTick = { price: Minor; hash: string }

const halfOf = (symbol: string) => BigInt(pairOf(symbol).spreadPpm / 2)

/** How far a level lies behind the one before it: a ten-thousandth of the instrument's reference price, in minor units. */
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

/** The price of a level, 0 the best; at or below zero where there is none. */
export const levelPrice = (symbol: string, side: BookSide, price: Minor, level: number): Minor =>
  bestOf(symbol, side, price) + BigInt(side === 'ask' ? level : -level) * levelStep(symbol)

/**
 * The furthest price of a tick by which this level still is within a limit: the highest one for asks, the lowest for bids.
 * At or below zero where no price is.
 */
export function tickWithin(symbol: string, side: BookSide, limit: Minor, level: number): Minor {
  const half = halfOf(symbol)
  const deep = BigInt(level) * levelStep(symbol)
  const best = side === 'ask' ? limit - deep : limit + deep
  if (best <= 0n) return 0n
  return side === 'ask' ? mulDiv(best, PPM, PPM + half, 'down') : mulDiv(best, PPM, PPM - half, 'up')
}

/** The book of one side by a tick, the best level first: 20 of them, and fewer where prices would end at zero. */
export function levelsOf(symbol: string, side: BookSide, { price, hash }: BookTick): BookLevel[] {
  const levels = Array.from({ length: BOOK_LEVELS }, (_, level) => ({
    price: levelPrice(symbol, side, price, level),
    quantity: sizeOf(symbol, byteAt(hash, side, level)),
  }))
  return levels.filter((level) => level.price > 0n)
}

/** The least that stands on any level, in minor units of the base. */
export const leastSize = (symbol: string): Minor => sizeOf(symbol, 0)

/** Two digits of the hash say how much stands on a level: of a bid those at its number, of an ask those 32 further. */
const byteAt = (hash: string, side: BookSide, level: number): number =>
  Number.parseInt(
    hash
      .slice(level)
      .slice(side === 'ask' ? 32 : 0)
      .slice(0, 2),
    16,
  )

/** A twentieth of the most that one order may be, and up to a quarter of that more or less; in whole units. */
function sizeOf(symbol: string, byte: number): Minor {
  const { quantityScale } = instrumentOf(symbol)
  const [unit, max] = [pairOf(symbol).unit, pairOf(symbol).max].map((text) => parseMoney(text, quantityScale) ?? 0n)
  if (!unit || !max) throw new RangeError(`${symbol}: no unit`)
  return unit * mulDiv(max / unit, BigInt(384 + byte), BigInt(BOOK_LEVELS * 512), 'down')
}
