import type { LeverDirection } from '../lever/lever.ts'
import { takenBy } from '../market/gaps.ts'
import { instrumentOf } from '../market/instruments.ts'
import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from '../money/money.ts'
import type { RuleName } from '../profiles/terms.ts'
import { type ForexPair, LOT_SCALE, pairBy, stopOutBy } from './pairs.ts'
import { nextRollover } from './rollover.ts'

/** Why a position was closed. `stopOut`: the margin fell to the stop-out level. */
export const forexCauses = ['user', 'takeProfit', 'stopLoss', 'stopOut'] as const
export type ForexCause = (typeof forexCauses)[number]

/** The collateral of every position. */
export const FOREX_COLLATERAL = 'USDT'

/**
 * The frozen terms of a position: `lots` in hundredths, prices in minor units of the instrument, `swap` per unit and day,
 * `stopOutBps` of the initial margin. `rate`: the
 * recorded price, at the opening, of the instrument that converts the quote currency to dollars, in its minor units; null if the pair
 * contains the dollar, and its own price converts.
 */
export type ForexTerms = {
  symbol: string
  direction: LeverDirection
  lots: Minor
  lot: bigint
  spread: Minor
  leverage: bigint
  swap: Minor
  stopOutBps: bigint
  via: string | null
  rate: Minor | null
}

/**
 * An open position. `entry`: its deal price, in minor units; `margin`: the current and `initial` the initial margin, in minor units of
 * USDT; `limited`: what gaps in the record deducted from its profit, 0 by default.
 */
export type ForexPosition = ForexTerms & { entry: Minor; margin: Minor; initial: Minor; limited?: Minor }

/**
 * A position's fields on the wire: plain decimals. `openLots`: what is left of `lots`, and `parts` what was closed of them, all and none by
 * default; `dealPrice`: null until it opens; `swapPoints` is signed; `initial`: of all lots, `margin` of the open ones.
 */
export type ForexFacts = {
  symbol: string
  direction: LeverDirection
  currency: string
  lots: string
  openLots?: string
  parts?: readonly { initial: string }[]
  lot: number
  leverage: number
  spread: string
  swapPoints: string
  stopOutBps: number
  via: string | null
  rate: string | null
  dealPrice: string | null
  initial: string
  margin: string
  /** Of its closed parts; absent for none. */
  returned?: string
  /** What gaps in the record deducted from the profit of its open lots; absent for none. */
  limited?: string
}

/** An unrounded fraction of USDT. */
type Share = { of: bigint; by: bigint }

const HUNDREDTHS = 10n ** BigInt(LOT_SCALE)
const one = (scale: number) => 10n ** BigInt(scale)
const USDT = one(currencyOf(FOREX_COLLATERAL).scale)

/** A division rounded in the user's favour: gains up, losses down. */
const inFavour = ({ of, by }: Share): Minor => mulDiv(of, 1n, by, of < 0n ? 'down' : 'up')

/** The current terms of a pair under a profile, without those that only the record has. */
export function forexTermsOf(
  pair: ForexPair,
  direction: LeverDirection,
  lots: Minor,
  rules: RuleName = 'paper',
): Omit<ForexTerms, 'rate'> {
  const { symbol, lot, spread, leverage, swap, via = null } = pairBy(rules, pair)
  const { scale } = instrumentOf(symbol)
  const text = swap[direction]
  const size = parseMoney(text.replace('-', ''), scale) ?? 0n
  return {
    ...{ symbol, direction, lots, via },
    lot: BigInt(lot),
    leverage: BigInt(leverage),
    stopOutBps: BigInt(stopOutBy(rules)),
    spread: parseMoney(spread, scale) ?? 0n,
    swap: text.startsWith('-') ? -size : size,
  }
}

/** The units of the base in a number of lots. */
export const unitsOf = ({ lots, lot }: Pick<ForexTerms, 'lots' | 'lot'>): bigint => (lots * lot) / HUNDREDTHS

/** The deal price at a recorded price: worse by half of the spread. `opening`: opening rather than closing. */
export function dealPriceAt(
  { direction, spread }: Pick<ForexTerms, 'direction' | 'spread'>,
  recorded: Minor,
  opening: boolean,
): Minor {
  const half = spread / 2n
  return (direction === 'long') === opening ? recorded + half : recorded - half
}

/**
 * An amount of the quote currency in USDT, a dollar counting as one: unchanged if dollars are quoted, by the pair’s own price if it is
 * based on dollars, else by the position's rate.
 *
 * @param amount in minor units of the price
 * @param price of the pair, for the conversion
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

/** The notional of a position at its deal price, in minor units of USDT. Rounded up. */
export const forexNotional = (terms: ForexTerms, entry: Minor): Minor =>
  inFavour(inUsdt(terms, unitsOf(terms) * entry, entry))

/** The initial margin of a position. Rounded up: it remains the user's own money. */
export const forexMargin = (terms: ForexTerms, entry: Minor): Minor =>
  mulDiv(forexNotional(terms, entry), 1n, terms.leverage, 'up')

/** The stop-out margin, in minor units of USDT. */
export const stopOutOf = ({ initial, stopOutBps }: Pick<ForexPosition, 'initial' | 'stopOutBps'>): Minor =>
  mulDiv(initial, stopOutBps, 10_000n, 'down')

/** The value of one pip in USDT at a price, for these lots. Rounded up. */
export const pipValue = (terms: ForexTerms, pip: Minor, price: Minor): Minor =>
  inFavour(inUsdt(terms, unitsOf(terms) * pip, price))

/**
 * The difference of two prices in pips, as a decimal.
 *
 * @param distance in minor units of the price
 * @param pip in the same units; a power of ten
 */
export const pipsOf = (distance: Minor, pip: Minor): string => formatMoney(distance, String(pip).length - 1)

/** One day's rollover, negative for a charge, in minor units of USDT: converted at the opening price. */
export const rolloverOf = (terms: ForexTerms, entry: Minor): Minor =>
  inFavour(inUsdt(terms, unitsOf(terms) * terms.swap, entry))

/** The change of a margin by a number of days' rollover: at most all but its last millionth is charged. */
export function rolloverFor(night: Minor, nights: number, margin: Minor): Minor {
  const all = night * BigInt(nights)
  return all < 1n - margin ? 1n - margin : all
}

/** Whether nothing is left for further rollover charges. */
export const isSpent = (night: Minor, margin: Minor): boolean => night < 0n && margin <= 1n

/** The number of days' rollover between two times, both exclusive, in ms, and their sum. */
export function rolloversFrom({ night, initial }: { night: Minor; initial: Minor }, from: number, to: number) {
  let [nights, margin] = [0, initial]
  for (let next = nextRollover(from); next.at < to && !isSpent(night, margin); next = nextRollover(next.at)) {
    nights += next.nights
    margin += rolloverFor(night, next.nights, margin)
  }
  return { nights, swap: margin - initial }
}

type Holding = Omit<ForexPosition, 'margin' | 'initial'>

/** A position's profit at its closing price, negative for a loss: in minor units of USDT, after deductions for gaps. */
export const forexProfit = (position: Holding, exit: Minor): Minor =>
  inFavour(movedBy(position, exit)) - (position.limited ?? 0n)

function movedBy(position: Holding, exit: Minor): Share {
  const { direction, entry } = position
  const moved = direction === 'long' ? exit - entry : entry - exit
  return inUsdt(position, unitsOf(position) * moved, exit)
}

/**
 * What a gap in the record deducts from the profit of a position open over it, in minor units of USDT: it gains from the jump at most what
 * it could have lost.
 *
 * @param before the last recorded price before the gap
 * @param after the first one after it
 */
export function forexLimitedOver(position: ForexPosition, before: Minor, after: Minor): Minor {
  const profitAt = (recorded: Minor) => forexProfit(position, dealPriceAt(position, recorded, false))
  const profit = profitAt(before)
  return takenBy(position.margin + profit, profitAt(after) - profit)
}

/**
 * The result of a close, in minor units of USDT. `payout`: what is returned of margin and profit; `shortfall`: the loss beyond the margin,
 * paid by the insurance account and never by the user.
 */
export type ForexSettlement = { profit: Minor; payout: Minor; shortfall: Minor }

/** Closes a position at a price. */
export const settleForex = (position: ForexPosition, exit: Minor): ForexSettlement =>
  settledBy(position.margin, forexProfit(position, exit))

function settledBy(margin: Minor, profit: Minor): ForexSettlement {
  const equity = margin + profit
  return { profit, payout: equity > 0n ? equity : 0n, shortfall: equity < 0n ? -equity : 0n }
}

/** A close of some lots: what they had of the position, what remains, and their result. */
export type ForexClosing = ForexSettlement & { part: ForexPosition & { limited: Minor }; rest: ForexPosition }

/**
 * Closes a number of a position's lots at a price. A part has its share of margin and deductions, and each of its divisions is rounded
 * against it: closing in parts never returns more than closing at once, and no unit is lost.
 *
 * @param lots in hundredths, at least 1 and at most those of the position
 */
export function closeLots(position: ForexPosition, lots: Minor, exit: Minor): ForexClosing {
  const { margin, initial, limited = 0n } = position
  if (lots === position.lots) {
    const rest = { ...position, lots: 0n, margin: 0n, initial: 0n, limited: 0n }
    return { part: { ...position, limited }, rest, ...settleForex(position, exit) }
  }
  const share = (amount: Minor, rounding: 'up' | 'down') => mulDiv(amount, lots, position.lots, rounding)
  const part = {
    ...{ ...position, lots, margin: share(margin, 'down'), initial: share(initial, 'down') },
    limited: share(limited, 'up'),
  }
  const rest = {
    ...{ ...position, lots: position.lots - lots, margin: margin - part.margin, initial: initial - part.initial },
    limited: limited - part.limited,
  }
  const { of, by } = movedBy(part, exit)
  return { part, rest, ...settledBy(part.margin, floor(of, by) - part.limited) }
}

/** Rounded up to a whole number, for either sign. @throws RangeError if `by` is not positive */
const ceiling = (of: bigint, by: bigint): bigint => mulDiv(of, 1n, by, of < 0n ? 'down' : 'up')
const floor = (of: bigint, by: bigint): bigint => mulDiv(of, 1n, by, of < 0n ? 'up' : 'down')

/**
 * The first recorded price at which the margin is at most `stopOutBps` of its initial amount: null if there is none above zero. If the pair’s
 * own price converts the quote currency, the conversion moves with it.
 */
export const stopOutPrice = (position: ForexPosition): Minor | null =>
  priceWithout(position, position.margin - (position.limited ?? 0n) - stopOutOf(position))

/**
 * The mirror price (`mirrorOf`) from which on a gap deducts from a position: where nothing would be left of it. In minor units, at least 1:
 * a gap that reaches it may deduct nothing, but one that does not reach it never deducts.
 */
export const forexGapLevel = (position: ForexPosition): Minor =>
  // One unit less, because profits are rounded up.
  priceWithout(position, position.margin - (position.limited ?? 0n) - 1n) ?? 1n

/**
 * The first recorded price at which this much of a position is lost, in minor units, rounded to the larger loss: null if there is none
 * above zero.
 */
function priceWithout(position: ForexPosition, cushion: Minor): Minor | null {
  const { symbol, direction, entry, spread } = position
  const half = spread / 2n
  const isLong = direction === 'long'
  const units = unitsOf(position)
  const level = () => {
    if (position.via === null && instrumentOf(symbol).base === 'USD') {
      // units × (entry − exit) / exit = cushion, or with the sign reversed.
      const notional = units * USDT
      const rest = isLong ? notional + cushion : notional - cushion
      if (rest <= 0n) return null
      return isLong ? floor(notional * entry, rest) : ceiling(notional * entry, rest)
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
