import { notionalOf } from '../lever/lever.ts'
import { BOOK_LEVELS, type BookTick, bestOf } from '../market/book.ts'
import { GENESIS } from '../market/chain.ts'
import { findInstrument, instrumentOf } from '../market/instruments.ts'
import { findPair, type Pair } from '../market/pairs.ts'
import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney, trimZeros } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'
import { type FormErrors, hasErrors } from '../orders/form-errors.ts'
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

/** The spot form: plain decimals. `price`: of a limit order, otherwise empty. */
export type SpotForm = {
  symbol: string
  side: SpotSide
  type: SpotType
  timeInForce: TimeInForce
  price: string
  quantity: string
}

/**
 * What it is validated against. `available`: of the given currency, null if only the ledger knows; `price`: the current one, empty if there
 * is none; `level`: the first level of the book it would match.
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
 * The values of an order, in minor units. `price`: null for a market order; `bound`: its price limit; `held`: of the given currency;
 * `best`: the best price at the displayed one.
 */
export type SpotFigures = { quantity: Minor; price: Minor | null; bound: Minor; held: Minor; best: Minor }

/**
 * An order's figures, as decimals; prices of the instrument, amounts in USDT except `held`.
 *
 * - `average`: an estimate by the displayed price and the thinnest possible book; of a limit order its price
 * - `worth`: the exact sum of the levels; `fee`: of it; `total`: paid or received including the fee
 * - `slippage`: additional cost, or lower proceeds, compared with the displayed price, without the fee; null for a limit order
 * - `bound`: the price limit; `worst`: maximum cost, or minimum proceeds if filled completely
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

const none = { values: undefined, summary: undefined }
const usdt = (amount: Minor) => formatMoney(amount, currencyOf(QUOTE).scale)

/** Validates an order: the only place where it is checked. */
export const validateSpot: FormRule<SpotForm, SpotTerms, SpotField, SpotKey, SpotFigures, SpotSummary> = (
  form,
  terms,
) => {
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
    values: hasErrors(all) || best === undefined ? undefined : { quantity, price: limit ?? null, bound, held, best },
    summary: summaryOf(form, terms, { quantity, limit, bound, held }, current),
  }
}

/** Whether a limit order would be filled at once, at least in part, by the book around a price. */
export function fillsAtOnce({ symbol, side, type, price }: SpotForm, now: string): boolean {
  const { scale } = instrumentOf(symbol)
  const [limit, current] = [parseMoney(price, scale), parseMoney(now, scale)]
  if (type !== 'limit' || !limit || !current) return false
  const best = bestOf(symbol, metBy(side), current)
  return side === 'buy' ? limit >= best : limit <= best
}

/** The user's data for validation. `live`: their live orders on that symbol and side. */
export type SpotStanding = Omit<SpotTerms, 'level'> & { live: readonly LiveSpot[] }

/** Validates an order queued behind the user's others: it matches what those leave of the book, which must not be empty. */
export function validateSpotBehind(form: SpotForm, { live, ...terms }: SpotStanding) {
  const first = validateSpot(form, { ...terms, level: 0 })
  if (!first.values) return { ...first, level: 0 }
  const level = firstLevel(form.symbol, form.side, first.values, live)
  if (level < BOOK_LEVELS) return { ...validateSpot(form, { ...terms, level }), level }
  const errors: typeof first.errors = { quantity: { key: 'unfinishedTrades' } }
  return { ...first, errors, values: undefined, level }
}

const fieldOfKey: Readonly<Record<string, SpotField>> = {
  limitSellTooLow: 'price',
  belowMinimum: 'quantity',
  aboveMaximum: 'quantity',
  notMultiple: 'quantity',
  insufficientBalance: 'quantity',
  unfinishedTrades: 'quantity',
}

/** The field of a spot order's form that an error belongs to; null for the whole order. */
export const spotFieldOf = (key: string | null): string | null => fieldOfKey[key ?? ''] ?? null

function summaryOf(
  { symbol, side }: SpotForm,
  { level }: SpotTerms,
  { quantity, limit, bound, held }: { quantity: Minor; limit: Minor | undefined; bound: Minor; held: Minor },
  current: Minor | undefined,
): SpotSummary {
  const { scale } = instrumentOf(symbol)
  const { gives } = legsOf(symbol, side)
  const notional = limit
    ? notionalOf(symbol, quantity, limit)
    : estimateOf({ symbol, side, quantity, bound, level }, current)
  const average = limit ?? averageOf(symbol, { quantity, cost: notional }) ?? bound
  const withFee = (amount: Minor) => (side === 'buy' ? amount + spotFeeOf(amount) : amount - spotFeeOf(amount))
  return {
    average: formatMoney(average, scale),
    worth: usdt(notional),
    fee: usdt(spotFeeOf(notional)),
    total: usdt(withFee(notional)),
    slippage: limit || !current ? null : usdt(slipOf(side, notional, notionalOf(symbol, quantity, current))),
    bound: formatMoney(bound, scale),
    worst: usdt(withFee(notionalOf(symbol, quantity, bound))),
    gives,
    held: formatMoney(held, currencyOf(gives).scale),
  }
}

/** Includes half of the spread, so it is never negative. */
const slipOf = (side: SpotSide, notional: Minor, shown: Minor): Minor =>
  side === 'buy' ? notional - shown : shown - notional

/** The cost by the thinnest book at the displayed price, in minor units of USDT; what the book does not hold is filled at the price limit. */
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
  // For a seller, the current price is the bid.
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

/** One change of the form. `share`: percent of the maximum that will be accepted. */
export type SpotChange = Partial<Omit<SpotForm, 'symbol'>> | { share: number }

/** The form after a change. */
export function changeSpot(form: SpotForm, change: SpotChange, terms: SpotTerms): SpotForm {
  if (!('share' in change)) return { ...form, ...change }
  return { ...form, quantity: shareOfMost(form, terms, change.share) }
}

/**
 * A share of the maximum quantity that will be accepted: within the available amount and the maximum order, and a multiple of the unit.
 *
 * @param share in percent, 1 to 100
 * @returns a decimal; empty if not even the minimum is affordable
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
  // The total fee is up to one millionth above the sum of the units' fees.
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
