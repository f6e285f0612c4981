import { findInstrument } from '../market/instruments.ts'
import { findCurrency } from '../money/currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'
import { type FormErrors, hasErrors } from '../orders/form-errors.ts'
import { type ContractFacts, positionOf } from './figures.ts'
import { type StopField, type StopKey, stopErrors } from './form.ts'
import { liquidationPrice, settlementOf } from './lever.ts'
import { findContract } from './terms.ts'

/** Maximum number of partial closes; after that, the rest is closed at once. */
export const PARTS_MAX = 20

/** A position's fields for these rules. `adding`: margin that is added before a close; `parts`: number of partial closes so far. */
export type ActOn = ContractFacts & { adding: string; parts: number }

type CloseKey = 'parameterError' | 'belowMinimum' | 'notMultiple' | 'cannotClose'

/** The estimated result of a partial close at the current price: decimals of the collateral. */
export type CloseSummary = { quantity: string; profit: string; fee: string; payout: string; isWhole: boolean }

/** Validates the quantity to close. `price`: the current one; empty if there is none. */
export const validateClose: FormRule<
  { quantity: string },
  { order: ActOn; price: string },
  'quantity',
  CloseKey,
  { quantity: Minor },
  CloseSummary
> = ({ quantity: text }, { order, price }) => {
  const none = { values: undefined, summary: undefined }
  const instrument = findInstrument(order.symbol)
  const position = positionOf(order)
  if (!instrument || !position) return { errors: { quantity: { key: 'cannotClose' } }, ...none }
  const { base: currency, quantityScale, scale } = instrument
  const quantity = parseMoney(text, quantityScale)
  const limit = findContract(order.symbol)?.unit ?? order.quantity
  const unit = parseMoney(limit, quantityScale) ?? 1n
  const wrong = (): FormErrors<'quantity', CloseKey> => {
    if (quantity === undefined) return { quantity: { key: 'parameterError', params: { field: 'quantity' } } }
    // A full close is allowed whatever the unit has become.
    if (quantity === position.quantity) return {}
    if (quantity < unit) return { quantity: { key: 'belowMinimum', params: { limit, currency } } }
    if (quantity > position.quantity) return { quantity: { key: 'cannotClose' } }
    if (quantity % unit !== 0n) return { quantity: { key: 'notMultiple', params: { unit: limit, currency } } }
    return order.parts >= PARTS_MAX ? { quantity: { key: 'cannotClose' } } : {}
  }
  const errors = wrong()
  if (hasErrors(errors) || quantity === undefined) return { errors, ...none }
  const at = parseMoney(price, scale)
  const adding = parseMoney(order.adding, findCurrency(order.currency)?.scale ?? 0) ?? 0n
  const margin = mulDiv(position.margin + adding, quantity, position.quantity, 'down')
  const settled = at === undefined ? undefined : settlementOf({ ...position, quantity, margin }, at, 'user', order)
  const money = (amount: Minor) => formatMoney(amount, findCurrency(order.currency)?.scale ?? 0)
  return {
    errors,
    values: { quantity },
    summary: settled && {
      quantity: text,
      profit: money(settled.profit),
      fee: money(settled.fee),
      payout: money(settled.payout),
      isWhole: quantity === position.quantity,
    },
  }
}

/** A position's fields for its stops. `openTick`: of its opening, if that has another price than the deal. */
export type StopsOn = Pick<ActOn, 'symbol' | 'direction' | 'dealPrice'> & { openTick?: { price: string } | null }

/** Validates take profit and stop loss. `price`: the current one. */
export const validateStops: FormRule<
  Record<StopField, string>,
  { order: StopsOn; price: string },
  StopField,
  StopKey,
  { takeProfit: Minor | null; stopLoss: Minor | null },
  undefined
> = ({ takeProfit, stopLoss }, { order, price }) => {
  const { symbol, direction } = order
  const scale = findInstrument(symbol)?.scale ?? 0
  const prices = [order.dealPrice ?? '', order.openTick?.price ?? '', price]
    .map((text) => parseMoney(text, scale))
    .filter((each) => each !== undefined)
  const errors = stopErrors({ direction, takeProfit, stopLoss }, symbol, prices)
  const values = { takeProfit: parseMoney(takeProfit, scale) ?? null, stopLoss: parseMoney(stopLoss, scale) ?? null }
  return { errors, values: hasErrors(errors) ? undefined : values, summary: undefined }
}

/** The effect of added margin: the new liquidation price, null if there is none. */
export type MarginSummary = { amount: string; margin: string; liquidation: string | null }

/** Validates margin to be added. `available`: null if only the ledger knows. */
export const validateMargin: FormRule<
  { amount: string },
  { order: ActOn; available: string | null },
  'amount',
  'parameterError' | 'insufficientBalance',
  { amount: Minor },
  MarginSummary
> = ({ amount: text }, { order, available }) => {
  const scale = findCurrency(order.currency)?.scale ?? 0
  const amount = parseMoney(text, scale)
  const position = positionOf(order)
  if (!amount || !position) {
    const errors = { amount: { key: 'parameterError' as const, params: { field: 'amount' } } }
    return { errors, values: undefined, summary: undefined }
  }
  const isPoor = available !== null && amount > (parseMoney(available, scale) ?? 0n)
  const margin = position.margin + amount
  const level = liquidationPrice({ ...position, margin })
  return {
    errors: isPoor ? { amount: { key: 'insufficientBalance' } } : {},
    values: isPoor ? undefined : { amount },
    summary: {
      amount: text,
      margin: formatMoney(margin, scale),
      liquidation: level === null ? null : formatMoney(level, findInstrument(order.symbol)?.scale ?? 0),
    },
  }
}

/**
 * A share of a position's open quantity, as a multiple of a unit: at least one, and all of it at 100.
 *
 * @param open and `unit`: decimals, of this scale
 * @param share in percent, 0 to 100
 * @returns a decimal
 */
export function sharePart(open: string, unit: string, scale: number, share: number): string {
  const [all = 0n, one = 1n] = [open, unit].map((text) => parseMoney(text, scale))
  if (share >= 100) return open
  const part = (mulDiv(all, BigInt(share), 100n, 'down') / one) * one
  return formatMoney(part < one ? one : part, scale)
}
