import { limitErrors, opensAtOnce, type StopField, type StopKey, stopErrors } from '../lever/form.ts'
import type { LeverDirection } from '../lever/lever.ts'
import { HEADROOM_BPS } from '../lever/terms.ts'
import { instrumentOf } from '../market/instruments.ts'
import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney, trimZeros } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'
import { type FormErrors, hasErrors } from '../orders/form-errors.ts'
import type { RuleName } from '../profiles/terms.ts'
import { type ForexType, recordedFor } from './entry.ts'
import {
  dealPriceAt,
  FOREX_COLLATERAL,
  type ForexTerms,
  forexMargin,
  forexNotional,
  forexTermsOf,
  pipValue,
  rolloverOf,
  stopOutPrice,
} from './forex.ts'
import { type ForexPair, findForexPair, LOT_SCALE, LOT_UNIT } from './pairs.ts'

/**
 * The forex form: plain decimals. `price`: the deal price of a limit or stop order, otherwise empty; `takeProfit`, `stopLoss`: empty for
 * none.
 */
export type ForexForm = {
  symbol: string
  direction: LeverDirection
  type: ForexType
  price: string
  lots: string
  takeProfit: string
  stopLoss: string
}

/**
 * What it is validated against. `available`: in USDT, null if only the ledger knows; `price`: the current one; `rate`: of the instrument
 * that converts the quote currency to dollars, if one does. Both empty if unknown. `rules`: the server's profile, `paper` by default.
 */
export type ForexTermsNow = { available: string | null; price: string; rate: string; rules?: RuleName | undefined }

export type ForexField = 'symbol' | 'price' | 'lots' | StopField
export type ForexKey =
  | StopKey
  | 'pairNotActivated'
  | 'limitSellTooLow'
  | 'buyStopTooLow'
  | 'sellStopTooHigh'
  | 'wrongLots'
  | 'insufficientBalance'

/**
 * The values of an order: `lots` in hundredths, prices in minor units, `price`: null for a market order; `reserve` is held until it opens,
 * in minor units of USDT.
 */
export type ForexFigures = {
  lots: Minor
  price: Minor | null
  takeProfit: Minor | null
  stopLoss: Minor | null
  reserve: Minor
}

/**
 * An order's figures at its estimated opening price, as decimals of USDT, prices of the instrument.
 *
 * - `price`: the deal price, including half of the spread; `units`: of the base
 * - `spread`: cost of the whole spread; `pip`: value of a pip; `night`: the daily rollover, negative for a charge
 * - `stopOut`: the recorded price at which it is closed; null for none; `moveBps`: its distance from the recorded price of its opening
 * - `reserve`: held until it opens; `worst`: maximum loss
 */
export type ForexSummary = {
  price: string
  units: string
  worth: string
  margin: string
  spread: string
  pip: string
  night: string
  stopOut: string | null
  moveBps: number | null
  reserve: string
  worst: string
}

const usdt = (amount: Minor) => formatMoney(amount, currencyOf(FOREX_COLLATERAL).scale)
const none = { values: undefined, summary: undefined }

/**
 * The amount held until a position opens: one percent above its margin at this price. A position that would take all of it or more does not
 * open.
 *
 * @param price the displayed one, or the recorded one at which a resting order opens
 */
export const forexReserve = (terms: ForexTerms, price: Minor): Minor =>
  mulDiv(forexMargin(terms, dealPriceAt(terms, price, true)), 10_000n + BigInt(HEADROOM_BPS), 10_000n, 'up')

/** The terms of an order by current data; `undefined` if its quote currency cannot be converted to dollars. */
function termsNow(
  pair: ForexPair,
  direction: LeverDirection,
  lots: Minor,
  { rate: text, rules }: Pick<ForexTermsNow, 'rate' | 'rules'>,
): ForexTerms | undefined {
  const rate = pair.via === undefined ? null : parseMoney(text, instrumentOf(pair.via).scale)
  return rate === undefined || rate === 0n ? undefined : { ...forexTermsOf(pair, direction, lots, rules), rate }
}

/** Validates an order: the only place where it is checked. */
export const validateForex: FormRule<ForexForm, ForexTermsNow, ForexField, ForexKey, ForexFigures, ForexSummary> = (
  form,
  { available, price: shown, ...now },
) => {
  const pair = findForexPair(form.symbol)
  if (!pair) return { errors: { symbol: { key: 'pairNotActivated' } }, ...none }
  const { scale } = instrumentOf(pair.symbol)
  const current = parseMoney(shown, scale)
  const lots = parseMoney(form.lots, LOT_SCALE)
  const terms = termsNow(pair, form.direction, lots ?? 0n, now)
  const ordered = form.type === 'market' ? undefined : parseMoney(form.price, scale)
  const price = terms && openingPrice(form, terms, ordered, current)
  const prices = price && terms ? [price, dealPriceAt(terms, price, true)] : []
  // A limit order waits on this side of the current price, so that its stops count from both; a stop order has yet to pass that price.
  const beside = form.type === 'limit' && current ? [current] : []
  const errors: FormErrors<ForexField, ForexKey> = {
    ...(terms ? entryErrors(form, terms, ordered, current) : {}),
    ...lotErrors(pair, form.lots === '' ? 0n : lots),
    ...stopErrors(form, form.symbol, [...prices, ...beside]),
  }
  if (!price || !lots || !terms) return { errors, ...none }
  const reserve = forexReserve(terms, price)
  const have = available === null ? null : (parseMoney(available, currencyOf(FOREX_COLLATERAL).scale) ?? 0n)
  const isPoor = have !== null && reserve > have && !errors.lots
  const all = isPoor ? { ...errors, lots: { key: 'insufficientBalance' as const } } : errors
  const stop = (text: string) => parseMoney(text, scale) ?? null
  return {
    errors: all,
    values:
      hasErrors(all) || !current
        ? undefined
        : { lots, price: ordered ?? null, takeProfit: stop(form.takeProfit), stopLoss: stop(form.stopLoss), reserve },
    summary: summaryOf(pair, terms, price, reserve),
  }
}

/** The recorded price at which an order is expected to open; `undefined` if there is none. */
function openingPrice(
  { type }: Pick<ForexForm, 'type'>,
  terms: ForexTerms,
  ordered: Minor | undefined,
  current: Minor | undefined,
): Minor | undefined {
  if (type === 'market') return current
  const level = ordered && recordedFor(terms, ordered)
  return level !== undefined && level > 0n ? level : undefined
}

/** Errors of the price of a limit or stop order, by the deal price now. */
function entryErrors(
  form: ForexForm,
  terms: ForexTerms,
  ordered: Minor | undefined,
  current: Minor | undefined,
): FormErrors<'price', ForexKey> {
  if (form.type === 'market') return {}
  if (!openingPrice(form, terms, ordered, current))
    return { price: { key: 'parameterError', params: { field: 'price' } } }
  const deal = current && dealPriceAt(terms, current, true)
  if (form.type === 'limit') return limitErrors(form.direction, ordered, deal)
  if (!ordered || !deal) return {}
  if (form.direction === 'long') return ordered > deal ? {} : { price: { key: 'buyStopTooLow' } }
  return ordered < deal ? {} : { price: { key: 'sellStopTooHigh' } }
}

/** Whether a limit order would open at once. @param now the current recorded price */
export function forexOpensAtOnce(form: ForexForm, now: string): boolean {
  const pair = findForexPair(form.symbol)
  const { scale } = instrumentOf(form.symbol)
  const [current, spread] = [now, pair?.spread ?? ''].map((text) => parseMoney(text, scale))
  if (!current || spread === undefined) return false
  return opensAtOnce(form, formatMoney(dealPriceAt({ ...form, spread }, current, true), scale))
}

function summaryOf(pair: ForexPair, terms: ForexTerms, price: Minor, reserve: Minor): ForexSummary {
  const { scale } = instrumentOf(pair.symbol)
  const entry = dealPriceAt(terms, price, true)
  const margin = forexMargin(terms, entry)
  const level = stopOutPrice({ ...terms, entry, margin, initial: margin })
  const move = level === null ? null : level > price ? level - price : price - level
  return {
    price: formatMoney(entry, scale),
    units: formatMoney(terms.lots * terms.lot, LOT_SCALE),
    worth: usdt(forexNotional(terms, entry)),
    margin: usdt(margin),
    spread: usdt(pipValue(terms, terms.spread, entry)),
    pip: usdt(pipValue(terms, parseMoney(pair.pip, scale) ?? 0n, entry)),
    night: usdt(rolloverOf(terms, entry)),
    stopOut: level === null ? null : formatMoney(level, scale),
    moveBps: move === null ? null : Number(mulDiv(move, 10_000n, price, 'down')),
    reserve: usdt(reserve),
    worst: usdt(reserve),
  }
}

function lotErrors({ maxLots: max }: ForexPair, lots: Minor | undefined): FormErrors<'lots', ForexKey> {
  const [unit, most] = [LOT_UNIT, max].map((text) => parseMoney(text, LOT_SCALE) ?? 0n)
  if (lots === undefined || !unit || !most) return { lots: { key: 'parameterError', params: { field: 'lots' } } }
  const isRight = lots >= unit && lots <= most && lots % unit === 0n
  return isRight ? {} : { lots: { key: 'wrongLots', params: { min: LOT_UNIT, max, unit: LOT_UNIT } } }
}

/** One change of the form. */
export type ForexChange = Partial<Omit<ForexForm, 'symbol'>>

/** How far the price may rise, in basis points, before the maximum number of lots is refused. */
const MOST_ROOM_BPS = 20n

/**
 * The maximum number of lots that will be accepted: within the available amount and the maximum order, even if the price has risen slightly
 * by then.
 *
 * @returns a decimal; empty if not even the minimum is affordable, or if that is unknown
 */
export function mostLots(form: ForexForm, now: ForexTermsNow): string {
  const pair = findForexPair(form.symbol)
  const scale = pair ? instrumentOf(form.symbol).scale : 0
  const terms = pair && termsNow(pair, form.direction, parseMoney(LOT_UNIT, LOT_SCALE) ?? 1n, now)
  const price = terms && openingPrice(form, terms, parseMoney(form.price, scale), parseMoney(now.price, scale))
  if (!pair || !terms || !price || now.available === null) return ''
  const most = form.type === 'market' ? mulDiv(price, 10_000n + MOST_ROOM_BPS, 10_000n, 'up') : price
  const ofUnit = forexReserve(terms, most) + 1n
  const have = parseMoney(now.available, currencyOf(FOREX_COLLATERAL).scale) ?? 0n
  const max = (parseMoney(pair.maxLots, LOT_SCALE) ?? 0n) / terms.lots
  const units = have / ofUnit < max ? have / ofUnit : max
  return units === 0n ? '' : trimZeros(formatMoney(units * terms.lots, LOT_SCALE))
}

const fieldOfKey: Partial<Record<string, string>> = {
  limitSellTooLow: 'price',
  buyStopTooLow: 'price',
  sellStopTooHigh: 'price',
  wrongLots: 'lots',
  insufficientBalance: 'lots',
  takeProfitTooLow: 'takeProfit',
  takeProfitTooHigh: 'takeProfit',
  stopLossTooHigh: 'stopLoss',
  stopLossTooLow: 'stopLoss',
}

/** The field of the form that an error belongs to; null for the whole order. */
export const forexFieldOf = (key: string | null): string | null => fieldOfKey[key ?? ''] ?? null
