import { currencyOf } from './currencies.ts'
import { type ForexPair, LOT_SCALE, STOP_OUT_BPS } from './forex-pairs.ts'
import { takenBy } from './gaps.ts'
import { instrumentOf } from './instruments.ts'
import type { LeverDirection } from './lever.ts'
import { type Minor, mulDiv, parseMoney } from './money.ts'
import { nextRollover } from './rollover.ts'

/** Why a position was closed. `stopOut`: because no more than the least was left of its margin. */
export const forexCauses = ['user', 'takeProfit', 'stopLoss', 'stopOut'] as const
export type ForexCause = (typeof forexCauses)[number]

/** What stands behind every position. */
export const FOREX_COLLATERAL = 'USDT'

/**
 * The terms of a position, as they were frozen into it: `lots` in hundredths, prices in minor units of the instrument, `swap` of a
 * unit a night. `rate`: the price of the instrument that turns the quote currency into dollars, in its minor units, as it was recorded when the
 * position opened; null where the pair has the dollar in it, and its own price does.
 */
export type ForexTerms = {
  symbol: string
  direction: LeverDirection
  lots: Minor
  lot: bigint
  spread: Minor
  leverage: bigint
  swap: Minor
  via: string | null
  rate: Minor | null
}

/**
 * A position that stands. `entry`: its deal price, in minor units; `margin`: what is left behind it, and `initial`: what it began with, in those of
 * USDT; `limited`: what gaps in the record took from its profit, 0 where it is left out.
 */
export type ForexPosition = ForexTerms & { entry: Minor; margin: Minor; initial: Minor; limited?: Minor }

/** A part of USDT that is not rounded yet. */
type Share = { of: bigint; by: bigint }

const HUNDREDTHS = 10n ** BigInt(LOT_SCALE)
const one = (scale: number) => 10n ** BigInt(scale)
const USDT = one(currencyOf(FOREX_COLLATERAL).scale)

/** A division that is rounded in the person’s favour: what they get is rounded up, what they lose down. */
const inFavour = ({ of, by }: Share): Minor => mulDiv(of, 1n, by, of < 0n ? 'down' : 'up')

/** What is offered on a pair now, without what only the record knows. */
export function forexTermsOf(pair: ForexPair, direction: LeverDirection, lots: Minor): Omit<ForexTerms, 'rate'> {
  const { symbol, lot, spread, leverage, swap, via = null } = pair
  const { scale } = instrumentOf(symbol)
  const text = swap[direction]
  const size = parseMoney(text.replace('-', ''), scale) ?? 0n
  return {
    ...{ symbol, direction, lots, via },
    lot: BigInt(lot),
    leverage: BigInt(leverage),
    spread: parseMoney(spread, scale) ?? 0n,
    swap: text.startsWith('-') ? -size : size,
  }
}

/** How many units of the base so many lots are. */
export const unitsOf = ({ lots, lot }: Pick<ForexTerms, 'lots' | 'lot'>): bigint => (lots * lot) / HUNDREDTHS

/** The price at which one deals at a recorded price: half of the spread to the worse of it. `opening`: or else closing. */
export function dealPriceAt(
  { direction, spread }: Pick<ForexTerms, 'direction' | 'spread'>,
  recorded: Minor,
  opening: boolean,
): Minor {
  const half = spread / 2n
  return (direction === 'long') === opening ? recorded + half : recorded - half
}

/**
 * What an amount of the quote currency is in USDT, a dollar counting as one: as it is where dollars are quoted, by the pair’s own
 * price where it is a price of dollars, and else by the rate of the position.
 *
 * @param amount in minor units of the price
 * @param price of the pair, at which it is turned
 */
function inUsdt(
  { symbol, via, rate }: Pick<ForexTerms, 'symbol' | 'via' | 'rate'>,
  amount: bigint,
  price: Minor,
): Share {
  const { base, scale } = instrumentOf(symbol)
  if (via !== null && rate === null) throw new RangeError(`${symbol}: no rate of ${via}`)
  if (via !== null && rate !== null) return { of: amount * USDT * rate, by: one(scale) * one(instrumentOf(via).scale) }
  return base === 'USD' ? { of: amount * USDT, by: price } : { of: amount * USDT, by: one(scale) }
}

/** What a position is worth at its deal price, in minor units of USDT. Rounded up. */
export const forexWorth = (terms: ForexTerms, entry: Minor): Minor =>
  inFavour(inUsdt(terms, unitsOf(terms) * entry, entry))

/** The margin that a position begins with. Rounded up: it is the person's own. */
export const forexMargin = (terms: ForexTerms, entry: Minor): Minor =>
  mulDiv(forexWorth(terms, entry), 1n, terms.leverage, 'up')

/** The margin of which no more is left where a position is closed: in minor units of USDT. */
export const stopOutOf = (initial: Minor): Minor => mulDiv(initial, BigInt(STOP_OUT_BPS), 10_000n, 'down')

/** What a movement of the price by a pip is in USDT at a price, for so many lots. Rounded up. */
export const pipValue = (terms: ForexTerms, pip: Minor, price: Minor): Minor =>
  inFavour(inUsdt(terms, unitsOf(terms) * pip, price))

/** What a night is credited, or charged below zero, in minor units of USDT: turned at the price at which the position opened. */
export const nightOf = (terms: ForexTerms, entry: Minor): Minor =>
  inFavour(inUsdt(terms, unitsOf(terms) * terms.swap, entry))

/** What so many nights move of a margin: all but its last millionth can be charged. */
export function nightsOf(night: Minor, nights: number, margin: Minor): Minor {
  const all = night * BigInt(nights)
  return all < 1n - margin ? 1n - margin : all
}

/** Whether there is nothing left that further nights could be charged to. */
export const isSpent = (night: Minor, margin: Minor): boolean => night < 0n && margin <= 1n

/** How many nights a position was charged for between two moments, both excluded, in ms; and what they came to. */
export function nightsFrom({ night, initial }: { night: Minor; initial: Minor }, from: number, to: number) {
  let [nights, margin] = [0, initial]
  for (let next = nextRollover(from); next.at < to && !isSpent(night, margin); next = nextRollover(next.at)) {
    nights += next.nights
    margin += nightsOf(night, next.nights, margin)
  }
  return { nights, swap: margin - initial }
}

/** What a position gains at the price at which it is closed, below zero where it loses: in minor units of USDT, without what gaps took. */
export function forexProfit(position: Omit<ForexPosition, 'margin' | 'initial'>, exit: Minor): Minor {
  const { direction, entry, limited = 0n } = position
  const moved = direction === 'long' ? exit - entry : entry - exit
  return inFavour(inUsdt(position, unitsOf(position) * moved, exit)) - limited
}

/**
 * What a gap in the record takes from the profit of a position that is open over it, in minor units of USDT: it gains no more by the
 * jump than it could have lost.
 *
 * @param before the last recorded price before the gap
 * @param after the first one behind it
 */
export function forexLimitedOver(position: ForexPosition, before: Minor, after: Minor): Minor {
  const profitAt = (recorded: Minor) => forexProfit(position, dealPriceAt(position, recorded, false))
  const profit = profitAt(before)
  return takenBy(position.margin + profit, profitAt(after) - profit)
}

/**
 * What closing comes to, in minor units of USDT. `payout`: what comes back of margin and profit; `shortfall`: what was lost beyond the
 * margin, which the insurance account pays, and never the person.
 */
export type ForexSettlement = { profit: Minor; payout: Minor; shortfall: Minor }

/** Closes a position at a price. */
export function settleForex(position: ForexPosition, exit: Minor): ForexSettlement {
  const profit = forexProfit(position, exit)
  const equity = position.margin + profit
  return { profit, payout: equity > 0n ? equity : 0n, shortfall: equity < 0n ? -equity : 0n }
}

/** Rounded to the next whole one above, whatever the sign. @throws RangeError where `by` is not positive */
const ceiling = (of: bigint, by: bigint): bigint => mulDiv(of, 1n, by, of < 0n ? 'down' : 'up')
const floor = (of: bigint, by: bigint): bigint => mulDiv(of, 1n, by, of < 0n ? 'up' : 'down')

/**
 * The first recorded price at which no more than a fifth of its first margin is left of a position: null where there is none above
 * zero. Where the quote currency is turned by the pair’s own price, that moves with the price too.
 */
export const stopOutPrice = (position: ForexPosition): Minor | null =>
  priceWithout(position, position.margin - (position.limited ?? 0n) - stopOutOf(position.initial))

/**
 * The mirror price (`mirrorOf`) from which on a gap takes something from a position: where nothing would be left of it. In minor units, and
 * at least 1: what reaches it may take nothing, and what does not reach it never takes any.
 */
export const forexGapLevel = (position: ForexPosition): Minor =>
  // A unit less, since profits are rounded up.
  priceWithout(position, position.margin - (position.limited ?? 0n) - 1n) ?? 1n

/** The first recorded price at which so much of a position is lost, in minor units, rounded to where more is: null where there is none above zero. */
function priceWithout(position: ForexPosition, cushion: Minor): Minor | null {
  const { symbol, direction, entry, spread } = position
  const half = spread / 2n
  const isLong = direction === 'long'
  const units = unitsOf(position)
  const level = () => {
    if (position.via === null && instrumentOf(symbol).base === 'USD') {
      // units × (entry − exit) / exit = cushion, and the other way round.
      const worth = units * USDT
      const rest = isLong ? worth + cushion : worth - cushion
      if (rest <= 0n) return null
      return isLong ? floor(worth * entry, rest) : ceiling(worth * entry, rest)
    }
    const { of, by } = inUsdt(position, units, entry)
    const distance = ceiling(cushion * by, of)
    return isLong ? entry - distance : entry + distance
  }
  const exit = level()
  if (exit === null) return null
  const recorded = isLong ? exit + half : exit - half
  return recorded > 0n ? recorded : null
}
