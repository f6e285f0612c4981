import { instrumentOf } from '../market/instruments.ts'
import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney, trimZeros } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'
import { type FormErrors, hasErrors } from '../orders/form-errors.ts'
import type { RuleName } from '../profiles/terms.ts'
import { fundingDue } from './funding.ts'
import {
  COLLATERAL,
  feesNow,
  type LeverDirection,
  type LeverType,
  leverageMaxOf,
  leverFeeOf,
  liquidationPrice,
  maintenanceOf,
  marginOf,
  notionalOf,
  reachOf,
  settlementOf,
} from './lever.ts'
import {
  type Contract,
  contractBy,
  contractWithInstrument,
  frozenTiers,
  HEADROOM_BPS,
  LEVER_FEE_BPS,
  leverages,
} from './terms.ts'

/**
 * The contract form: plain decimals. `price`: of a limit order, otherwise empty; `takeProfit` and `stopLoss`: empty for none.
 */
export type LeverForm = {
  symbol: string
  direction: LeverDirection
  type: LeverType
  price: string
  quantity: string
  leverage: number
  takeProfit: string
  stopLoss: string
}

/**
 * What it is validated against. `available`: in USDT, null if only the ledger knows; `price`: the current one, empty if there is none;
 * `exposure`: the notional of the owner's other contracts on the symbol, in USDT; `rules`: the server's profile, `paper` by default.
 */
export type LeverTerms = { available: string | null; price: string; exposure: string; rules?: RuleName | undefined }

export type LeverField = 'symbol' | 'price' | 'quantity' | 'leverage' | StopField
export type StopField = 'takeProfit' | 'stopLoss'
export type StopKey =
  | 'parameterError'
  | 'stopZero'
  | 'takeProfitTooLow'
  | 'takeProfitTooHigh'
  | 'stopLossTooHigh'
  | 'stopLossTooLow'
export type LeverKey =
  | StopKey
  | 'pairNotActivated'
  | 'wrongLeverage'
  | 'leverageTooHigh'
  | 'limitSellTooLow'
  | 'belowMinimum'
  | 'aboveMaximum'
  | 'notMultiple'
  | 'insufficientBalance'

/**
 * The values of an order. `quantity` and prices in minor units of base and price; `price`: null for a market order; `reserve`: held until
 * it opens, `worth`: the notional at the validation price, both in minor units of USDT.
 */
export type LeverFigures = {
  quantity: Minor
  price: Minor | null
  takeProfit: Minor | null
  stopLoss: Minor | null
  reserve: Minor
  worth: Minor
}

/**
 * An order's figures at its estimated opening price, as decimals of USDT, prices of the instrument.
 *
 * - `fee`: of opening, `closeFee`: of closing at the same price
 * - `reserve`: held until it opens
 * - `worst`: maximum loss
 * - `exposure`: notional of all other contracts on the symbol, `total`: with this order, and `leverageMax` the maximum leverage of that
 *   tier
 * - `funding`: one funding payment, negative for a cost; null if its contract has none
 * - `liquidationFee`: at the liquidation price; null if there is none
 * - `moveBps`: the adverse price move until liquidation; null if it cannot be liquidated
 */
export type LeverSummary = {
  price: string
  notional: string
  margin: string
  fee: string
  closeFee: string
  maintenance: string
  liquidation: string | null
  liquidationFee: string | null
  moveBps: number | null
  reserve: string
  worst: string
  exposure: string
  total: string
  leverageMax: number
  funding: string | null
}

const usdt = (amount: Minor) => formatMoney(amount, currencyOf(COLLATERAL).scale)

/** The highest price that an order must be able to pay: a long limit order opens at its price or below. */
const boundOf = ({ direction, type }: Pick<LeverForm, 'direction' | 'type'>, price: Minor): Minor =>
  type === 'limit' && direction === 'long' ? price : mulDiv(price, 10_000n + BigInt(HEADROOM_BPS), 10_000n, 'up')

/** The cost of opening at a price: margin and fee. */
export function costOf(symbol: string, quantity: Minor, price: Minor, leverage: number, feeBps = LEVER_FEE_BPS) {
  const notional = notionalOf(symbol, quantity, price)
  return { margin: marginOf(notional, leverage), fee: leverFeeOf(notional, feeBps) }
}

/** What is held until an order opens. @param price that was shown, or its limit */
export const reserveOf = (
  form: Pick<LeverForm, 'symbol' | 'direction' | 'type' | 'leverage'>,
  quantity: Minor,
  price: Minor,
) => {
  const { margin, fee } = costOf(form.symbol, quantity, boundOf(form, price), form.leverage)
  return margin + fee
}

const none = { values: undefined, summary: undefined }

/** Validates an order: the only place where it is checked. */
export const validateLever: FormRule<LeverForm, LeverTerms, LeverField, LeverKey, LeverFigures, LeverSummary> = (
  form,
  terms,
) => {
  const found = contractWithInstrument(form.symbol)
  if (!found) return { errors: { symbol: { key: 'pairNotActivated' } }, ...none }
  const { rules = 'paper' } = terms
  const { instrument } = found
  const contract = contractBy(rules, found.contract)
  const current = parseMoney(terms.price, instrument.scale)
  const limit = form.type === 'limit' ? parseMoney(form.price, instrument.scale) : undefined
  const price = form.type === 'limit' ? limit : current
  const quantity = parseMoney(form.quantity, instrument.quantityScale)
  const available = terms.available === null ? null : (parseMoney(terms.available, currencyOf(COLLATERAL).scale) ?? 0n)
  const prices = [price, current].filter((each) => each !== undefined)
  const exposure = parseMoney(terms.exposure, currencyOf(COLLATERAL).scale) ?? 0n
  const sizeErrors = quantityErrors(contract, form.quantity === '' ? 0n : quantity)
  const errors: FormErrors<LeverField, LeverKey> = {
    ...(form.type === 'limit' ? limitErrors(form.direction, limit, current) : {}),
    ...sizeErrors,
    ...(price && quantity && !hasErrors(sizeErrors) ? tierErrors(contract, form, quantity, price, exposure) : {}),
    ...stopErrors(form, form.symbol, prices),
  }
  if (!price || !quantity) return { errors, ...none }
  const reserve = reserveOf(form, quantity, price)
  const poor = available !== null && reserve > available && !errors.quantity
  const all = poor ? { ...errors, quantity: { key: 'insufficientBalance' as const } } : errors
  const stop = (text: string) => parseMoney(text, instrument.scale) ?? null
  return {
    errors: all,
    values:
      hasErrors(all) || !current
        ? undefined
        : {
            quantity,
            price: limit ?? null,
            takeProfit: stop(form.takeProfit),
            stopLoss: stop(form.stopLoss),
            reserve,
            worth: notionalOf(form.symbol, quantity, price),
          },
    summary: leverages.some((each) => each === form.leverage)
      ? summaryOf(contract, form, quantity, price, exposure, rules)
      : undefined,
  }
}

function summaryOf(
  contract: Contract,
  form: LeverForm,
  quantity: Minor,
  price: Minor,
  exposure: Minor,
  rules: RuleName,
): LeverSummary {
  const { symbol, direction, leverage } = form
  const notional = notionalOf(symbol, quantity, price)
  const { margin, fee } = costOf(symbol, quantity, price, leverage)
  const tiers = frozenTiers(rules, contract, leverage)
  const position = { symbol, direction, quantity, entry: price, margin, exposure, tiers }
  const liquidation = liquidationPrice(position)
  const reserve = reserveOf(form, quantity, price)
  const move = liquidation === null ? null : liquidation > price ? liquidation - price : price - liquidation
  return {
    price: formatMoney(price, instrumentOf(symbol).scale),
    notional: usdt(notional),
    margin: usdt(margin),
    fee: usdt(fee),
    closeFee: usdt(fee),
    maintenance: usdt(maintenanceOf({ tiers }, notional, exposure)),
    liquidation: liquidation === null ? null : formatMoney(liquidation, instrumentOf(symbol).scale),
    liquidationFee:
      liquidation === null ? null : usdt(settlementOf(position, liquidation, 'liquidation', feesNow).liquidationFee),
    moveBps: move === null ? null : Number(mulDiv(move, 10_000n, price, 'down')),
    reserve: usdt(reserve),
    worst: usdt(reserve),
    exposure: usdt(exposure),
    total: usdt(exposure + notional),
    leverageMax: leverageMaxOf(contract, exposure + notional),
    funding: contract.funding ? usdt(fundingDue(contract.funding, direction, notional)) : null,
  }
}

/** Errors of a limit order's price. @param current the price at which it would open now; `undefined` if there is none */
export function limitErrors(
  direction: LeverDirection,
  limit: Minor | undefined,
  current: Minor | undefined,
): FormErrors<'price', 'parameterError' | 'limitSellTooLow'> {
  if (!limit) return { price: { key: 'parameterError', params: { field: 'price' } } }
  return direction === 'short' && current !== undefined && limit < current ? { price: { key: 'limitSellTooLow' } } : {}
}

function quantityErrors(
  { symbol, unit, max }: Contract,
  quantity: Minor | undefined,
): FormErrors<'quantity', LeverKey> {
  const { base: currency, quantityScale } = instrumentOf(symbol)
  const [least, most] = [unit, max].map((text) => parseMoney(text, quantityScale) ?? 0n)
  if (quantity === undefined || !least || !most) {
    return { quantity: { key: 'parameterError', params: { field: 'quantity' } } }
  }
  if (quantity < least) return { quantity: { key: 'belowMinimum', params: { limit: unit, currency } } }
  if (quantity > most) return { quantity: { key: 'aboveMaximum', params: { limit: max, currency } } }
  return quantity % least === 0n ? {} : { quantity: { key: 'notMultiple', params: { unit, currency } } }
}

/** By the owner's total notional on the symbol: the leverage of that tier, and at most the last tier. */
function tierErrors(
  contract: Contract,
  { symbol, leverage }: LeverForm,
  quantity: Minor,
  price: Minor,
  exposure: Minor,
): FormErrors<'leverage' | 'quantity', LeverKey> {
  if (!leverages.some((each) => each === leverage)) return { leverage: { key: 'wrongLeverage' } }
  const most = leverageMaxOf(contract, exposure + notionalOf(symbol, quantity, price))
  if (most > 0) return leverage > most ? { leverage: { key: 'leverageTooHigh', params: { limit: String(most) } } } : {}
  const { base: currency, quantityScale } = instrumentOf(symbol)
  const limit = formatMoney(mostWithin(contract, price, exposure, 1), quantityScale)
  return { quantity: { key: 'aboveMaximum', params: { limit: trimZeros(limit), currency } } }
}

/** The largest quantity with which the owner's total on the symbol stays within this leverage's limit. */
export function mostWithin(contract: Contract, price: Minor, exposure: Minor, leverage: number): Minor {
  const unit = parseMoney(contract.unit, instrumentOf(contract.symbol).quantityScale) ?? 1n
  const room = reachOf(contract, leverage) - exposure
  return room <= 0n ? 0n : (room / notionalOf(contract.symbol, unit, price)) * unit
}

/**
 * Errors of take profit and stop loss: 0, or on the wrong side of one of these prices, which are the opening and the current one.
 *
 * @param stops decimals; empty for none
 */
export function stopErrors(
  { direction, takeProfit, stopLoss }: Pick<LeverForm, 'direction' | StopField>,
  symbol: string,
  prices: readonly Minor[],
): FormErrors<StopField, StopKey> {
  const { scale } = instrumentOf(symbol)
  const isLong = direction === 'long'
  const wrong = (field: StopField, text: string, above: boolean): FormErrors<StopField, StopKey> => {
    if (text === '') return {}
    const stop = parseMoney(text, scale)
    if (stop === undefined) return { [field]: { key: 'parameterError', params: { field } } }
    if (stop === 0n) return { [field]: { key: 'stopZero' } }
    if (isBeside(stop, above, prices)) return {}
    return { [field]: { key: `${field}${above ? 'TooLow' : 'TooHigh'}` } }
  }
  return { ...wrong('takeProfit', takeProfit, isLong), ...wrong('stopLoss', stopLoss, !isLong) }
}

const isBeside = (stop: Minor, above: boolean, prices: readonly Minor[]): boolean =>
  prices.every((price) => (above ? stop >= price : stop <= price))

/** Whether both stops are on the correct side of all of these prices, or equal to one; in minor units, null for none. */
export const areLegal = (
  { direction, takeProfit, stopLoss }: { direction: LeverDirection } & Record<StopField, Minor | null>,
  prices: readonly Minor[],
): boolean =>
  (takeProfit === null || isBeside(takeProfit, direction === 'long', prices)) &&
  (stopLoss === null || isBeside(stopLoss, direction === 'short', prices))

/** An order's fields for its price: a plain decimal, empty for none. */
export type LimitForm = { symbol: string; direction: LeverDirection; type: string; price: string }

/** Whether a limit order would open at once. @param now the price at which it would */
export function opensAtOnce({ symbol, direction, type, price }: LimitForm, now: string): boolean {
  const { scale } = instrumentOf(symbol)
  const [limit, current] = [parseMoney(price, scale), parseMoney(now, scale)]
  if (type !== 'limit' || !limit || !current) return false
  return direction === 'long' ? limit >= current : limit <= current
}

const fieldOfKey: Partial<Record<string, string>> = {
  belowMinimum: 'quantity',
  aboveMaximum: 'quantity',
  notMultiple: 'quantity',
  insufficientBalance: 'quantity',
  wrongLeverage: 'leverage',
  leverageTooHigh: 'leverage',
  limitSellTooLow: 'price',
  takeProfitTooLow: 'takeProfit',
  takeProfitTooHigh: 'takeProfit',
  stopLossTooHigh: 'stopLoss',
  stopLossTooLow: 'stopLoss',
}

/** The field of a contract's form that an error belongs to; null for the whole order. */
export const leverFieldOf = (key: string | null): string | null => fieldOfKey[key ?? ''] ?? null
