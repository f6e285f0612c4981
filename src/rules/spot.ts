import { BOOK_LEVELS, type BookLevel, type BookTick, bestOf, leastSize, levelStep, levelsOf } from './book.ts'
import { currencyOf } from './currencies.ts'
import { instrumentOf } from './instruments.ts'
import { notionalOf } from './lever.ts'
import { type Minor, mulDiv } from './money.ts'
import { SPOT_BOUND_BPS, SPOT_FEE_BPS } from './pairs.ts'

export const spotSides = ['buy', 'sell'] as const
export type SpotSide = (typeof spotSides)[number]

export const spotTypes = ['market', 'limit'] as const
export type SpotType = (typeof spotTypes)[number]

/**
 * How long an order stands: until it is filled or cancelled (`gtc`), no longer than its first tick (`ioc`), or like the first
 * where its first tick fills nothing of it, and not at all otherwise (`postOnly`). Where no tick comes within 5 s, `gtc` and `postOnly` rest.
 */
export const timesInForce = ['gtc', 'ioc', 'postOnly'] as const
export type TimeInForce = (typeof timesInForce)[number]

/**
 * Why an order ended before all of it was filled.
 *
 * - `user`: its owner took it back
 * - `immediate`: what its first tick did not fill was not to wait
 * - `postOnly`: its first tick would have filled some of it
 * - `bound`: nothing stood within its price
 * - `noPrice`: no price came in time; of market and `ioc` orders alone
 */
export const spotCauses = ['user', 'immediate', 'postOnly', 'bound', 'noPrice'] as const
export type SpotCause = (typeof spotCauses)[number]

/** What every pair is quoted in. */
export const QUOTE = 'USDT'
const BPS = 10_000n

/** Which side of the book an order meets. */
export const metBy = (side: SpotSide) => (side === 'buy' ? 'ask' : 'bid')

/** What is given for a trade, and what is received: codes of currencies. */
export const legsOf = (symbol: string, side: SpotSide) => {
  const { base } = instrumentOf(symbol)
  return side === 'buy' ? { gives: QUOTE, receives: base } : { gives: base, receives: QUOTE }
}

/** A quantity in minor units of the base's wallet. */
export const baseAmount = (symbol: string, quantity: Minor): Minor => {
  const { base, quantityScale } = instrumentOf(symbol)
  return quantity * 10n ** BigInt(currencyOf(base).scale - quantityScale)
}

/** The fee of a fill, in minor units of USDT; rounded down, which is in the person's favour. */
export const spotFeeOf = (cost: Minor, feeBps: number = SPOT_FEE_BPS): Minor =>
  mulDiv(cost, BigInt(feeBps), BPS, 'down')

/** What is held for a quantity that is still to be filled, in minor units of what is given: of a buy with its fee. */
export function holdOf(symbol: string, side: SpotSide, quantity: Minor, bound: Minor, feeBps = SPOT_FEE_BPS): Minor {
  if (side === 'sell') return baseAmount(symbol, quantity)
  const cost = notionalOf(symbol, quantity, bound)
  return cost + spotFeeOf(cost, feeBps)
}

/** The worst price at which an order at the market still trades, by the price that was shown. */
export function marketBound(symbol: string, side: SpotSide, price: Minor): Minor {
  const best = bestOf(symbol, metBy(side), price)
  return side === 'buy'
    ? mulDiv(best, BPS + BigInt(SPOT_BOUND_BPS), BPS, 'up')
    : mulDiv(best, BPS - BigInt(SPOT_BOUND_BPS), BPS, 'down')
}

/** What an order asks of the book. `bound`: the worst price that it takes; `level`: the first level that it meets. */
export type SpotAsk = { symbol: string; side: SpotSide; quantity: Minor; bound: Minor; level: number }

/** What was filled, and what that was worth: in minor units of the base and of USDT. It comes out even for multiples of the unit. */
export type SpotTaken = { quantity: Minor; cost: Minor }

/** What an order is filled with by a tick: level by level, the best price first, none beyond its bound. */
export const fillBy = (ask: SpotAsk, tick: BookTick): SpotTaken =>
  takeFrom(ask, levelsOf(ask.symbol, metBy(ask.side), tick))

function takeFrom({ symbol, side, quantity, bound, level }: SpotAsk, levels: readonly BookLevel[]): SpotTaken {
  const taken = { quantity: 0n, cost: 0n }
  for (const { price, quantity: there } of levels.slice(level)) {
    const left = quantity - taken.quantity
    if (left === 0n || (side === 'buy' ? price > bound : price < bound)) break
    const part = left < there ? left : there
    taken.quantity += part
    taken.cost += notionalOf(symbol, part, price)
  }
  return taken
}

/** The average price of what was filled, in minor units, rounded half to even for reading alone; null where nothing was. */
export const averageOf = (symbol: string, { quantity, cost }: SpotTaken): Minor | null =>
  quantity === 0n
    ? null
    : mulDiv(
        cost,
        10n ** BigInt(instrumentOf(symbol).quantityScale + instrumentOf(symbol).scale),
        quantity * 10n ** BigInt(currencyOf(QUOTE).scale),
        'halfEven',
      )

/** An order of one's own that is live. `price`: of a limit order, null for one at the market; `left`: what is unfilled of it. */
export type LiveSpot = { price: Minor | null; left: Minor }

/** The price from which an order is filled: its limit, or the best one now where that is nearer. */
export const fromOf = (side: SpotSide, limit: Minor, best: Minor): Minor =>
  (side === 'buy' ? best < limit : best > limit) ? best : limit

/**
 * The first level that a new order meets: behind as many as its owner's live orders on the same side may take, those that are
 * filled from a price no further off than the book is deep. So a quantity in parts never fills better than in one piece.
 *
 * @param bound the worst price that it takes
 * @param best the best price now
 * @returns 20 or more where there is no level left for it
 */
export function firstLevel(
  symbol: string,
  side: SpotSide,
  { bound, best }: { bound: Minor; best: Minor },
  live: readonly LiveSpot[],
): number {
  const reach = levelStep(symbol) * BigInt(BOOK_LEVELS)
  const from = fromOf(side, bound, best)
  const isNear = ({ price }: LiveSpot) => {
    const apart = price === null ? 0n : from - fromOf(side, price, best)
    return apart <= reach && -apart <= reach
  }
  const before = live.filter(isNear).reduce((sum, { left }) => sum + left, 0n)
  return Number(mulDiv(before, 1n, leastSize(symbol), 'up'))
}
