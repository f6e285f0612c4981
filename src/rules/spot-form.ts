import { BOOK_LEVELS, type BookTick, bestOf } from './book.ts'
import { GENESIS } from './chain.ts'
import { currencyOf } from './currencies.ts'
import type { FormRule } from './form.ts'
import { type FormErrors, hasErrors } from './form-errors.ts'
import { findInstrument, instrumentOf } from './instruments.ts'
import { notionalOf } from './lever.ts'
import { formatMoney, type Minor, mulDiv, parseMoney, trimZeros } from './money.ts'
import { findPair, type Pair } from './pairs.ts'
import {
  averageOf,
  fillBy,
  firstLevel,
  holdOf,
  type LiveSpot,
  legsOf,
  marketBound,
  metBy,
  QUOTE,
  type SpotSide,
  type SpotType,
  spotFeeOf,
  type TimeInForce,
} from './spot.ts'

/** An order as it stands on the form: plain decimals. `price`: of a limit order, and empty otherwise. */
export type SpotForm = {
  symbol: string
  side: SpotSide
  type: SpotType
  timeInForce: TimeInForce
  price: string
  quantity: string
}

/**
 * What is known when it is judged. `available`: of what is given, null where only the ledger knows; `price`: the current one,
 * empty where there is none; `level`: the first level of the book that it would meet.
 */
export type SpotTerms = { available: string | null; price: string; level: number }

export type SpotField = 'symbol' | 'price' | 'quantity' | 'timeInForce'
export type SpotKey =
  | 'parameterError'
  | 'pairNotActivated'
  | 'limitSellTooLow'
  | 'belowMinimum'
  | 'aboveMaximum'
  | 'notMultiple'
  | 'insufficientBalance'
  | 'unfinishedTrades'

/**
 * What an order is placed by, in minor units. `price`: null for one at the market; `bound`: the worst price that it takes;
 * `held`: of what is given; `best`: the best price by the one that is shown.
 */
export type SpotFigures = { quantity: Minor; price: Minor | null; bound: Minor; held: Minor; best: Minor }

/**
 * What an order comes to, as decimals; prices of the instrument, amounts of USDT but for `held`.
 *
 * - `average`: an estimate by the shown price and the smallest book that there may be; of a limit order its price
 * - `worth`: the sum of the levels that make that average, before it is rounded; `fee`: of it; `total`: what is paid or received then, with the fee
 * - `slippage`: how much more is paid for it, or less received, than at the price that is shown, without the fee; null of a limit order
 * - `bound`: the worst price; `worst`: what is paid at most, or received at least where all of it is filled
 * - `held`: of `gives`, until it is filled
 */
export type SpotSummary = {
  average: string
  worth: string
  fee: string
  total: string
  slippage: string | null
  bound: string
  worst: string
  gives: string
  held: string
}

const none = { figures: undefined, summary: undefined }
const usdt = (amount: Minor) => formatMoney(amount, currencyOf(QUOTE).scale)

/** Judges an order: the one place where it is right or wrong. */
export const judgeSpot: FormRule<SpotForm, SpotTerms, SpotField, SpotKey, SpotFigures, SpotSummary> = (form, terms) => {
  const { symbol, side, type } = form
  const [pair, instrument] = [findPair(symbol), findInstrument(symbol)]
  if (!pair || !instrument) return { errors: { symbol: { key: 'pairNotActivated' } }, ...none }
  const current = parseMoney(terms.price, instrument.scale)
  const limit = type === 'limit' ? parseMoney(form.price, instrument.scale) : undefined
  const quantity = parseMoney(form.quantity, instrument.quantityScale)
  const errors: FormErrors<SpotField, SpotKey> = {
    ...priceErrors(form, limit, current),
    ...quantityErrors(pair, form.quantity === '' ? 0n : quantity),
    ...(type === 'market' && form.timeInForce === 'postOnly'
      ? { timeInForce: { key: 'parameterError', params: { field: 'timeInForce' } } }
      : {}),
  }
  const bound = type === 'limit' ? limit : current && marketBound(symbol, side, current)
  if (!bound || !quantity) return { errors, ...none }
  const { gives } = legsOf(symbol, side)
  const held = holdOf(symbol, side, quantity, bound)
  const scale = currencyOf(gives).scale
  const poor = terms.available !== null && held > (parseMoney(terms.available, scale) ?? 0n) && !errors.quantity
  const all = poor ? { ...errors, quantity: { key: 'insufficientBalance' as const } } : errors
  const best = current && bestOf(symbol, metBy(side), current)
  return {
    errors: all,
    figures: hasErrors(all) || best === undefined ? undefined : { quantity, price: limit ?? null, bound, held, best },
    summary: summaryOf(form, terms, { quantity, limit, bound, held }, current),
  }
}

/** What is known of a person when their order is judged. `live`: their live orders on that symbol and side. */
export type SpotStanding = Omit<SpotTerms, 'level'> & { live: readonly LiveSpot[] }

/** Judges an order behind the others of the same person: of the book it meets what those leave, and there must be some. */
export function judgeSpotBehind(form: SpotForm, { live, ...terms }: SpotStanding) {
  const first = judgeSpot(form, { ...terms, level: 0 })
  if (!first.figures) return { ...first, level: 0 }
  const level = firstLevel(form.symbol, form.side, first.figures, live)
  if (level < BOOK_LEVELS) return { ...judgeSpot(form, { ...terms, level }), level }
  const errors: typeof first.errors = { quantity: { key: 'unfinishedTrades' } }
  return { ...first, errors, figures: undefined, level }
}

const fieldOfKey: Readonly<Record<string, SpotField>> = {
  limitSellTooLow: 'price',
  belowMinimum: 'quantity',
  aboveMaximum: 'quantity',
  notMultiple: 'quantity',
  insufficientBalance: 'quantity',
  unfinishedTrades: 'quantity',
}

/** The field of a spot order's form that a refusal is about; null: the order as a whole. */
export const spotFieldOf = (key: string | null): string | null => fieldOfKey[key ?? ''] ?? null

function summaryOf(
  { symbol, side }: SpotForm,
  { level }: SpotTerms,
  { quantity, limit, bound, held }: { quantity: Minor; limit: Minor | undefined; bound: Minor; held: Minor },
  current: Minor | undefined,
): SpotSummary {
  const { scale } = instrumentOf(symbol)
  const { gives } = legsOf(symbol, side)
  const worth = limit
    ? notionalOf(symbol, quantity, limit)
    : estimateOf({ symbol, side, quantity, bound, level }, current)
  const average = limit ?? averageOf(symbol, { quantity, cost: worth }) ?? bound
  const withFee = (amount: Minor) => (side === 'buy' ? amount + spotFeeOf(amount) : amount - spotFeeOf(amount))
  return {
    average: formatMoney(average, scale),
    worth: usdt(worth),
    fee: usdt(spotFeeOf(worth)),
    total: usdt(withFee(worth)),
    slippage: limit || !current ? null : usdt(slipOf(side, worth, notionalOf(symbol, quantity, current))),
    bound: formatMoney(bound, scale),
    worst: usdt(withFee(notionalOf(symbol, quantity, bound))),
    gives,
    held: formatMoney(held, currencyOf(gives).scale),
  }
}

/** Half of the spread is in it, so that it is never below zero. */
const slipOf = (side: SpotSide, worth: Minor, shown: Minor): Minor => (side === 'buy' ? worth - shown : shown - worth)

/** The cost by the smallest book at the shown price, in minor units of USDT; what that does not hold is met at the worst price. */
function estimateOf(ask: Parameters<typeof fillBy>[0], current: Minor | undefined): Minor {
  const tick: BookTick = { price: current ?? 0n, hash: GENESIS }
  const taken = fillBy(ask, tick)
  const rest = ask.quantity - taken.quantity
  return taken.cost + notionalOf(ask.symbol, rest, ask.bound)
}

function priceErrors(
  { symbol, type, side }: SpotForm,
  limit: Minor | undefined,
  current: Minor | undefined,
): FormErrors<'price', SpotKey> {
  if (type === 'market') return {}
  if (!limit) return { price: { key: 'parameterError', params: { field: 'price' } } }
  // The current price of who sells is what is bid.
  const isLow = side === 'sell' && current !== undefined && limit < bestOf(symbol, 'bid', current)
  return isLow ? { price: { key: 'limitSellTooLow' } } : {}
}

function quantityErrors({ symbol, unit, max }: Pair, quantity: Minor | undefined): FormErrors<'quantity', SpotKey> {
  const { base: currency, quantityScale } = instrumentOf(symbol)
  const [least, most] = [unit, max].map((text) => parseMoney(text, quantityScale) ?? 0n)
  if (quantity === undefined || !least || !most) {
    return { quantity: { key: 'parameterError', params: { field: 'quantity' } } }
  }
  if (quantity < least) return { quantity: { key: 'belowMinimum', params: { limit: unit, currency } } }
  if (quantity > most) return { quantity: { key: 'aboveMaximum', params: { limit: max, currency } } }
  return quantity % least === 0n ? {} : { quantity: { key: 'notMultiple', params: { unit, currency } } }
}

/** One change of the form. `share`: so many percent of the most that is sure to be taken. */
export type SpotChange = Partial<Omit<SpotForm, 'symbol'>> | { share: number }

/** The form after a change. */
export function changeSpot(form: SpotForm, change: SpotChange, terms: SpotTerms): SpotForm {
  if (!('share' in change)) return { ...form, ...change }
  return { ...form, quantity: shareOfMost(form, terms, change.share) }
}

/**
 * A share of the largest quantity that is sure to be taken: within what is available and the most of one order, and a multiple
 * of the unit.
 *
 * @param share in percent, 1 to 100
 * @returns a decimal; empty where not even the least can be paid for
 */
export function shareOfMost(form: SpotForm, { available, price }: SpotTerms, share: number): string {
  const { symbol, side, type } = form
  const pair = findPair(symbol)
  if (!pair || available === null) return ''
  const { scale, quantityScale } = instrumentOf(symbol)
  const current = parseMoney(price, scale)
  const bound = type === 'limit' ? parseMoney(form.price, scale) : current && marketBound(symbol, side, current)
  const [unit, max] = [pair.unit, pair.max].map((text) => parseMoney(text, quantityScale) ?? 0n)
  if (!bound || !unit || !max) return ''
  const have = parseMoney(available, currencyOf(legsOf(symbol, side).gives).scale) ?? 0n
  // The fee of all is up to one millionth above the sum of the units' fees.
  const units = [
    ...(side === 'buy'
      ? [have / (holdOf(symbol, side, unit, bound) + 1n)]
      : [have / holdOf(symbol, side, unit, bound)]),
    max / unit,
  ]
  const least = units.reduce((a, b) => (a < b ? a : b))
  const text = formatMoney(mulDiv(least, BigInt(share), 100n, 'down') * unit, quantityScale)
  return parseMoney(text, quantityScale) === 0n ? '' : trimZeros(text)
}
