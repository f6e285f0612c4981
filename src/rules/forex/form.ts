import { type StopField, type StopKey, stopErrors } from '../lever/form.ts'
import type { LeverDirection } from '../lever/lever.ts'
import { HEADROOM_BPS } from '../lever/terms.ts'
import { instrumentOf } from '../market/instruments.ts'
import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney, trimZeros } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'
import { type FormErrors, hasErrors } from '../orders/form-errors.ts'
import type { RuleName } from '../profiles/terms.ts'
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

/** The forex form: plain decimals. `takeProfit`, `stopLoss`: empty for none. */
export type ForexForm = {
  symbol: string
  direction: LeverDirection
  lots: string
  takeProfit: string
  stopLoss: string
}

/**
 * What it is validated against. `available`: in USDT, null if only the ledger knows; `price`: the current one; `rate`: of the instrument
 * that converts the quote currency to dollars, if one does. Both empty if unknown. `rules`: the server's profile, `paper` by default.
 */
export type ForexTermsNow = { available: string | null; price: string; rate: string; rules?: RuleName | undefined }

export type ForexField = 'symbol' | 'lots' | StopField
export type ForexKey = StopKey | 'pairNotActivated' | 'wrongLots' | 'insufficientBalance'

/** The values of an order: `lots` in hundredths, prices in minor units, `reserve` is held until it opens, in minor units of USDT. */
export type ForexFigures = { lots: Minor; takeProfit: Minor | null; stopLoss: Minor | null; reserve: Minor }

/**
 * An order's figures at its estimated opening price, as decimals of USDT, prices of the instrument.
 *
 * - `price`: the deal price, including half of the spread; `units`: of the base
 * - `spread`: cost of the whole spread; `pip`: value of a pip; `night`: the daily rollover, negative for a charge
 * - `stopOut`: the recorded price at which it is closed; null for none; `moveBps`: its distance from the current price
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
 * The amount held until a position opens: one percent above its margin at the displayed price. A position that would take all of it or more
 * does not open.
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
  const price = parseMoney(shown, scale)
  const lots = parseMoney(form.lots, LOT_SCALE)
  const terms = termsNow(pair, form.direction, lots ?? 0n, now)
  const prices = price && terms ? [price, dealPriceAt(terms, price, true)] : []
  const errors: FormErrors<ForexField, ForexKey> = {
    ...lotErrors(pair, form.lots === '' ? 0n : lots),
    ...stopErrors(form, form.symbol, prices),
  }
  if (!price || !lots || !terms) return { errors, ...none }
  const reserve = forexReserve(terms, price)
  const have = available === null ? null : (parseMoney(available, currencyOf(FOREX_COLLATERAL).scale) ?? 0n)
  const isPoor = have !== null && reserve > have && !errors.lots
  const all = isPoor ? { ...errors, lots: { key: 'insufficientBalance' as const } } : errors
  const stop = (text: string) => parseMoney(text, scale) ?? null
  return {
    errors: all,
    values: hasErrors(all)
      ? undefined
      : { lots, takeProfit: stop(form.takeProfit), stopLoss: stop(form.stopLoss), reserve },
    summary: summaryOf(pair, terms, price, reserve),
  }
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
export function mostLots({ symbol, direction }: ForexForm, now: ForexTermsNow): string {
  const pair = findForexPair(symbol)
  const shown = parseMoney(now.price, pair ? instrumentOf(symbol).scale : 0)
  const terms = pair && termsNow(pair, direction, parseMoney(LOT_UNIT, LOT_SCALE) ?? 1n, now)
  if (!pair || !terms || !shown || now.available === null) return ''
  const ofUnit = forexReserve(terms, mulDiv(shown, 10_000n + MOST_ROOM_BPS, 10_000n, 'up')) + 1n
  const have = parseMoney(now.available, currencyOf(FOREX_COLLATERAL).scale) ?? 0n
  const max = (parseMoney(pair.maxLots, LOT_SCALE) ?? 0n) / terms.lots
  const units = have / ofUnit < max ? have / ofUnit : max
  return units === 0n ? '' : trimZeros(formatMoney(units * terms.lots, LOT_SCALE))
}

const fieldOfKey: Partial<Record<string, string>> = {
  wrongLots: 'lots',
  insufficientBalance: 'lots',
  takeProfitTooLow: 'takeProfit',
  takeProfitTooHigh: 'takeProfit',
  stopLossTooHigh: 'stopLoss',
  stopLossTooLow: 'stopLoss',
}

/** The field of the form that an error belongs to; null for the whole order. */
export const forexFieldOf = (key: string | null): string | null => fieldOfKey[key ?? ''] ?? null
