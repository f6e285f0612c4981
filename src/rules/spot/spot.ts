import { notionalOf } from '../lever/lever.ts'
import { BOOK_LEVELS, type BookLevel, type BookTick, bestOf, leastSize, levelStep, levelsOf } from '../market/book.ts'
import { instrumentOf } from '../market/instruments.ts'
import { SPOT_BOUND_BPS, SPOT_FEE_BPS } from '../market/pairs.ts'
import { currencyOf } from '../money/currencies.ts'
import { type Minor, mulDiv } from '../money/money.ts'

export const spotSides = ['buy', 'sell'] as const
export type SpotSide = (typeof spotSides)[number]

export const spotTypes = ['market', 'limit'] as const
export type SpotType = (typeof spotTypes)[number]

/**
 * Time in force: until filled or cancelled (`gtc`), its first tick only (`ioc`), or like `gtc` unless its first tick would fill some of it,
 * and then not at all (`postOnly`). If no tick comes within 5 s, `gtc` and `postOnly` rest.
 */
export const timesInForce = ['gtc', 'ioc', 'postOnly'] as const
export type TimeInForce = (typeof timesInForce)[number]

/**
 * Why an order ended before it was filled completely.
 *
 * - `user`: its owner cancelled it
 * - `immediate`: the remainder of an IOC order after its first tick
 * - `postOnly`: its first tick would have filled some of it
 * - `bound`: no liquidity within its price limit
 * - `noPrice`: no price in time; only for market and `ioc` orders
 */
export const spotCauses = ['user', 'immediate', 'postOnly', 'bound', 'noPrice'] as const
export type SpotCause = (typeof spotCauses)[number]

/** The quote currency of every pair. */
export const QUOTE = 'USDT'
const BPS = 10_000n

/** The side of the book that an order matches. */
export const metBy = (side: SpotSide) => (side === 'buy' ? 'ask' : 'bid')

/** The given and the received currency of a trade. */
export const legsOf = (symbol: string, side: SpotSide) => {
  const { base } = instrumentOf(symbol)
  return side === 'buy' ? { gives: QUOTE, receives: base } : { gives: base, receives: QUOTE }
}

/** A quantity in minor units of the base's wallet. */
export const baseAmount = (symbol: string, quantity: Minor): Minor => {
  const { base, quantityScale } = instrumentOf(symbol)
  return quantity * 10n ** BigInt(currencyOf(base).scale - quantityScale)
}

/** The fee of a fill, in minor units of USDT; rounded down in the user's favour. */
export const spotFeeOf = (cost: Minor, feeBps: number = SPOT_FEE_BPS): Minor =>
  mulDiv(cost, BigInt(feeBps), BPS, 'down')

/** The amount held for an unfilled quantity, in minor units of the given currency; for a buy including its fee. */
export function holdOf(symbol: string, side: SpotSide, quantity: Minor, bound: Minor, feeBps = SPOT_FEE_BPS): Minor {
  if (side === 'sell') return baseAmount(symbol, quantity)
  const cost = notionalOf(symbol, quantity, bound)
  return cost + spotFeeOf(cost, feeBps)
}

/** The price limit of a market order, from the displayed price. */
export function marketBound(symbol: string, side: SpotSide, price: Minor): Minor {
  const best = bestOf(symbol, metBy(side), price)
  return side === 'buy'
    ? mulDiv(best, BPS + BigInt(SPOT_BOUND_BPS), BPS, 'up')
    : mulDiv(best, BPS - BigInt(SPOT_BOUND_BPS), BPS, 'down')
}

/** An order's demand. `bound`: its price limit; `level`: the first level it matches. */
export type SpotAsk = { symbol: string; side: SpotSide; quantity: Minor; bound: Minor; level: number }

/** A filled quantity and its value: in minor units of the base and of USDT. Exact for multiples of the unit. */
export type SpotTaken = { quantity: Minor; cost: Minor }

/** An order's fill by a tick: level by level, the best price first, none beyond its price limit. */
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

/** The average fill price, in minor units, rounded half to even, for display only; null without a fill. */
export const averageOf = (symbol: string, { quantity, cost }: SpotTaken): Minor | null =>
  quantity === 0n
    ? null
    : mulDiv(
        cost,
        10n ** BigInt(instrumentOf(symbol).quantityScale + instrumentOf(symbol).scale),
        quantity * 10n ** BigInt(currencyOf(QUOTE).scale),
        'halfEven',
      )

/** A live order of the user. `price`: of a limit order, null for a market order; `left`: its unfilled quantity. */
export type LiveSpot = { price: Minor | null; left: Minor }

/** The best possible fill price of an order: its limit, or the current best price if that is closer. */
export const fromOf = (side: SpotSide, limit: Minor, best: Minor): Minor =>
  (side === 'buy' ? best < limit : best > limit) ? best : limit

/**
 * The first level that a new order matches: after the levels that the owner's live orders on the same side may take, as far as they are
 * priced within the depth of the book. So a quantity in parts never fills better than in one piece.
 *
 * @param bound its price limit
 * @param best the current best price
 * @returns 20 or more if no level is left for it
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
