import { HEADROOM_BPS } from './contracts.ts'
import { currencyOf } from './currencies.ts'
import {
  dealPriceAt,
  FOREX_COLLATERAL,
  type ForexTerms,
  forexMargin,
  forexTermsOf,
  forexWorth,
  nightOf,
  pipValue,
  stopOutPrice,
} from './forex.ts'
import { type ForexPair, findForexPair, LOT_SCALE, LOT_UNIT } from './forex-pairs.ts'
import type { FormRule } from './form.ts'
import { type FormErrors, hasErrors } from './form-errors.ts'
import { instrumentOf } from './instruments.ts'
import type { LeverDirection } from './lever.ts'
import { type StopField, type StopKey, stopErrors } from './lever-form.ts'
import { formatMoney, type Minor, mulDiv, parseMoney, trimZeros } from './money.ts'

/** A position as it stands on the form: plain decimals. `takeProfit`, `stopLoss`: empty where there is none. */
export type ForexForm = {
  symbol: string
  direction: LeverDirection
  lots: string
  takeProfit: string
  stopLoss: string
}

/**
 * What is known when it is judged. `available`: of USDT, null where only the ledger knows; `price`: the current one; `rate`: of the
 * instrument that turns the quote currency into dollars, where one does. Both are empty where there is none.
 */
export type ForexTermsNow = { available: string | null; price: string; rate: string }

export type ForexField = 'symbol' | 'lots' | StopField
export type ForexKey = StopKey | 'pairNotActivated' | 'wrongLots' | 'insufficientBalance'

/** What an order is placed by: `lots` in hundredths, prices in minor units, `reserve` is what is held until it opens, in those of USDT. */
export type ForexFigures = { lots: Minor; takeProfit: Minor | null; stopLoss: Minor | null; reserve: Minor }

/**
 * What an order comes to at the price at which it would open, as decimals of USDT, prices of the instrument.
 *
 * - `price`: the deal price, with half of the spread; `units`: of the base
 * - `spread`: what the whole spread costs; `pip`: what a movement by a pip is; `night`: what a night is credited, or charged below zero
 * - `stopOut`: the recorded price at which it is closed; null where there is none; `moveBps`: how far that is from the current one
 * - `reserve`: what is held until it opens; `worst`: the most that can be lost
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
const none = { figures: undefined, summary: undefined }

/**
 * What is held until a position opens: a hundredth above its margin at the price that was shown. What takes all of that or more, once it
 * opens, opens nothing.
 */
export const forexReserve = (terms: ForexTerms, price: Minor): Minor =>
  mulDiv(forexMargin(terms, dealPriceAt(terms, price, true)), 10_000n + BigInt(HEADROOM_BPS), 10_000n, 'up')

/** The terms of an order at what is known now; `undefined` where its quote currency cannot be turned into dollars. */
function termsNow(pair: ForexPair, direction: LeverDirection, lots: Minor, rateText: string): ForexTerms | undefined {
  const rate = pair.via === undefined ? null : parseMoney(rateText, instrumentOf(pair.via).scale)
  return rate === undefined || rate === 0n ? undefined : { ...forexTermsOf(pair, direction, lots), rate }
}

/** Judges an order: the one place where it is right or wrong. */
export const judgeForex: FormRule<ForexForm, ForexTermsNow, ForexField, ForexKey, ForexFigures, ForexSummary> = (
  form,
  { available, price: shown, rate },
) => {
  const pair = findForexPair(form.symbol)
  if (!pair) return { errors: { symbol: { key: 'pairNotActivated' } }, ...none }
  const { scale } = instrumentOf(pair.symbol)
  const price = parseMoney(shown, scale)
  const lots = parseMoney(form.lots, LOT_SCALE)
  const terms = termsNow(pair, form.direction, lots ?? 0n, rate)
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
    figures: hasErrors(all)
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
    worth: usdt(forexWorth(terms, entry)),
    margin: usdt(margin),
    spread: usdt(pipValue(terms, terms.spread, entry)),
    pip: usdt(pipValue(terms, parseMoney(pair.pip, scale) ?? 0n, entry)),
    night: usdt(nightOf(terms, entry)),
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

/** One change of the form. `share`: so many percent of the most that can be opened. */
export type ForexChange = Partial<Omit<ForexForm, 'symbol'>> | { share: number }

/** The form after a change. */
export const changeForex = (form: ForexForm, change: ForexChange, now: ForexTermsNow): ForexForm =>
  'share' in change ? { ...form, lots: shareOfMostLots(form, now, change.share) } : { ...form, ...change }

/** How far a price may rise, in basis points, until the most that was filled in at it is too much. */
const MOST_ROOM_BPS = 20n

/**
 * A share of the most lots that are sure to be taken: within what is available and the most of one order, also if the price has risen a
 * little by then.
 *
 * @param share in percent, 1 to 100
 * @returns a decimal; empty where not even the least can be paid for
 */
export function shareOfMostLots({ symbol, direction }: ForexForm, now: ForexTermsNow, share: number): string {
  const pair = findForexPair(symbol)
  const shown = parseMoney(now.price, pair ? instrumentOf(symbol).scale : 0)
  const terms = pair && termsNow(pair, direction, parseMoney(LOT_UNIT, LOT_SCALE) ?? 1n, now.rate)
  if (!pair || !terms || !shown || now.available === null) return ''
  const ofUnit = forexReserve(terms, mulDiv(shown, 10_000n + MOST_ROOM_BPS, 10_000n, 'up')) + 1n
  const have = parseMoney(now.available, currencyOf(FOREX_COLLATERAL).scale) ?? 0n
  const max = (parseMoney(pair.maxLots, LOT_SCALE) ?? 0n) / terms.lots
  const units = mulDiv(have / ofUnit < max ? have / ofUnit : max, BigInt(share), 100n, 'down')
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

/** The field of the form that a refusal is about; null: the order as a whole. */
export const forexFieldOf = (key: string | null): string | null => fieldOfKey[key ?? ''] ?? null
