import {
  type Contract,
  contractWithInstrument,
  findContract,
  HEADROOM_BPS,
  LEVER_FEE_BPS,
  leverages,
} from './contracts.ts'
import { currencyOf } from './currencies.ts'
import type { FormRule } from './form.ts'
import { type FormErrors, hasErrors } from './form-errors.ts'
import { fundingDue } from './funding.ts'
import { instrumentOf } from './instruments.ts'
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
import { formatMoney, type Minor, mulDiv, parseMoney, trimZeros } from './money.ts'

/**
 * An order as it stands on the form: plain decimals. `price`: of a limit order, and empty otherwise; `takeProfit` and
 * `stopLoss`: empty where there is none.
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
 * What is known when it is judged. `available`: of USDT, null where only the ledger knows; `price`: the current one, empty where there is
 * none; `exposure`: what all else that its owner has on the symbol is worth, in USDT.
 */
export type LeverTerms = { available: string | null; price: string; exposure: string }

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
 * What an order is placed by. `quantity` and prices in minor units of base and price; `price`: null for a market order;
 * `reserve`: what is held until it opens, `worth`: what it is worth at the price that it is judged by, both in minor units of USDT.
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
 * What an order comes to at the price at which it would open, as decimals of USDT, prices of the instrument.
 *
 * - `fee`: of opening, `closeFee`: of closing at the same price
 * - `reserve`: what is held until it opens
 * - `worst`: the most that can be lost
 * - `exposure`: what all else on the symbol is worth, `total`: with this order, and `leverageMax` the most leverage of that tier
 * - `funding`: what one payment of funding would bring, below zero where it costs; null where its contract has none
 * - `liquidationFee`: at the liquidation price; null where there is none
 * - `moveBps`: how far the price must move against it until it is liquidated; null where it cannot be
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

/** The price up to which an order is paid for: a long limit order opens at its price or below. */
const boundOf = ({ direction, type }: Pick<LeverForm, 'direction' | 'type'>, price: Minor): Minor =>
  type === 'limit' && direction === 'long' ? price : mulDiv(price, 10_000n + BigInt(HEADROOM_BPS), 10_000n, 'up')

/** What opening at a price takes: the margin and the fee. */
export function costOf(symbol: string, quantity: Minor, price: Minor, leverage: number, feeBps = LEVER_FEE_BPS) {
  const notional = notionalOf(symbol, quantity, price)
  return { margin: marginOf(notional, leverage), fee: leverFeeOf(notional, feeBps) }
}

const reserveOf = (
  form: Pick<LeverForm, 'symbol' | 'direction' | 'type' | 'leverage'>,
  quantity: Minor,
  price: Minor,
) => {
  const { margin, fee } = costOf(form.symbol, quantity, boundOf(form, price), form.leverage)
  return margin + fee
}

const none = { figures: undefined, summary: undefined }

/** Judges an order: the one place where it is right or wrong. */
export const judgeLever: FormRule<LeverForm, LeverTerms, LeverField, LeverKey, LeverFigures, LeverSummary> = (
  form,
  terms,
) => {
  const found = contractWithInstrument(form.symbol)
  if (!found) return { errors: { symbol: { key: 'pairNotActivated' } }, ...none }
  const { contract, instrument } = found
  const current = parseMoney(terms.price, instrument.scale)
  const limit = form.type === 'limit' ? parseMoney(form.price, instrument.scale) : undefined
  const price = form.type === 'limit' ? limit : current
  const quantity = parseMoney(form.quantity, instrument.quantityScale)
  const available = terms.available === null ? null : (parseMoney(terms.available, currencyOf(COLLATERAL).scale) ?? 0n)
  const prices = [price, current].filter((each) => each !== undefined)
  const exposure = parseMoney(terms.exposure, currencyOf(COLLATERAL).scale) ?? 0n
  const sizeErrors = quantityErrors(contract, form.quantity === '' ? 0n : quantity)
  const errors: FormErrors<LeverField, LeverKey> = {
    ...priceErrors(form, limit, current),
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
    figures:
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
      ? summaryOf(contract, form, quantity, price, exposure)
      : undefined,
  }
}

function summaryOf(contract: Contract, form: LeverForm, quantity: Minor, price: Minor, exposure: Minor): LeverSummary {
  const { symbol, direction, leverage } = form
  const notional = notionalOf(symbol, quantity, price)
  const { margin, fee } = costOf(symbol, quantity, price, leverage)
  const position = { symbol, direction, quantity, entry: price, margin, exposure, tiers: contract.tiers }
  const liquidation = liquidationPrice(position)
  const reserve = reserveOf(form, quantity, price)
  const move = liquidation === null ? null : liquidation > price ? liquidation - price : price - liquidation
  return {
    price: formatMoney(price, instrumentOf(symbol).scale),
    notional: usdt(notional),
    margin: usdt(margin),
    fee: usdt(fee),
    closeFee: usdt(fee),
    maintenance: usdt(maintenanceOf(contract, notional, exposure)),
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

function priceErrors(
  { type, direction }: LeverForm,
  limit: Minor | undefined,
  current: Minor | undefined,
): FormErrors<'price', LeverKey> {
  if (type === 'market') return {}
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

/** By all that its owner would have on the symbol: the leverage of that tier, and no more than the last one. */
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

/** The largest quantity with which its owner has no more on the symbol than this leverage allows. */
function mostWithin(contract: Contract, price: Minor, exposure: Minor, leverage: number): Minor {
  const unit = parseMoney(contract.unit, instrumentOf(contract.symbol).quantityScale) ?? 1n
  const room = reachOf(contract, leverage) - exposure
  return room <= 0n ? 0n : (room / notionalOf(contract.symbol, unit, price)) * unit
}

/**
 * What is wrong with the prices at which a position is to close by itself: 0, or on the wrong side of one of these prices,
 * which are that of opening and the current one.
 *
 * @param stops decimals; empty where there is none
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

/** Whether both stops lie on the legal side of all of these prices, or at one of them; in minor units, null where there is none. */
export const areLegal = (
  { direction, takeProfit, stopLoss }: { direction: LeverDirection } & Record<StopField, Minor | null>,
  prices: readonly Minor[],
): boolean =>
  (takeProfit === null || isBeside(takeProfit, direction === 'long', prices)) &&
  (stopLoss === null || isBeside(stopLoss, direction === 'short', prices))

/** One change of the form. `share`: so many percent of the most that can be opened. */
export type LeverChange = Partial<Omit<LeverForm, 'symbol'>> | { share: number }

/** The form after a change. */
export function changeLever(form: LeverForm, change: LeverChange, terms: LeverTerms): LeverForm {
  if (!('share' in change)) return { ...form, ...change }
  return { ...form, quantity: shareOfMost(form, terms, change.share) }
}

/** How far a price may rise, in basis points, until the most that was filled in at it is too much. */
const MOST_ROOM_BPS = 20

/**
 * A share of the largest quantity that is sure to be taken at this leverage: within what is available, the tiers and the most
 * of one order, and a multiple of the unit; at the market, also if the price has risen a little by then.
 *
 * @param share in percent, 1 to 100
 * @returns a decimal; empty where not even the least can be paid for
 */
export function shareOfMost(form: LeverForm, terms: LeverTerms, share: number): string {
  const contract = findContract(form.symbol)
  const { available, price: current } = terms
  if (!contract || available === null) return ''
  const { scale, quantityScale } = instrumentOf(form.symbol)
  const shown = parseMoney(form.type === 'limit' ? form.price : current, scale)
  const price = shown && form.type === 'market' ? mulDiv(shown, 10_000n + BigInt(MOST_ROOM_BPS), 10_000n, 'up') : shown
  const [unit, max] = [contract.unit, contract.max].map((text) => parseMoney(text, quantityScale) ?? 0n)
  const have = parseMoney(available, currencyOf(COLLATERAL).scale) ?? 0n
  if (!price || !unit || !max) return ''
  const ofUnit = reserveOf(form, unit, price) + 1n
  const exposure = parseMoney(terms.exposure, currencyOf(COLLATERAL).scale) ?? 0n
  const within = mostWithin(contract, price, exposure, form.leverage)
  const least = [have / ofUnit, within / unit, max / unit].reduce((a, b) => (a < b ? a : b))
  const units = mulDiv(least, BigInt(share), 100n, 'down')
  const text = formatMoney(units * unit, quantityScale)
  return units === 0n ? '' : trimZeros(text)
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

/** The field of a contract's form that a refusal is about; null: the order as a whole. */
export const leverFieldOf = (key: string | null): string | null => fieldOfKey[key ?? ''] ?? null
