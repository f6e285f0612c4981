import { PARTS_MAX } from '../lever/acts.ts'
import { instrumentOf } from '../market/instruments.ts'
import { currencyOf } from '../money/currencies.ts'
import { formatMoney, type Minor, parseMoney, parseSigned } from '../money/money.ts'
import type { FormRule } from '../orders/form.ts'
import { type FormErrors, hasErrors } from '../orders/form-errors.ts'
import { closeLots, dealPriceAt, FOREX_COLLATERAL, type ForexFacts, type ForexPosition } from './forex.ts'
import { LOT_SCALE, LOT_UNIT } from './pairs.ts'

/** The open lots of an order; `undefined` before it opens. */
export function forexPositionOf(order: ForexFacts): ForexPosition | undefined {
  const { symbol, direction, via, parts = [] } = order
  const { scale } = instrumentOf(symbol)
  const entry = parseMoney(order.dealPrice ?? '', scale)
  if (entry === undefined) return undefined
  const money = (text: string) => parseMoney(text, currencyOf(FOREX_COLLATERAL).scale) ?? 0n
  return {
    ...{ symbol, direction, via, entry },
    lots: parseMoney(order.openLots ?? order.lots, LOT_SCALE) ?? 0n,
    lot: BigInt(order.lot),
    leverage: BigInt(order.leverage),
    spread: parseMoney(order.spread, scale) ?? 0n,
    swap: parseSigned(order.swapPoints, scale) ?? 0n,
    stopOutBps: BigInt(order.stopOutBps),
    rate: via === null ? null : (parseMoney(order.rate ?? '', instrumentOf(via).scale) ?? null),
    margin: money(order.margin),
    initial: parts.reduce((left, { initial }) => left - money(initial), money(order.initial)),
    limited: money(order.limited ?? '0'),
  }
}

export type CloseLotsKey = 'parameterError' | 'wrongLots' | 'cannotClose'

/** The estimated result of closing some lots at the current price: decimals of USDT. */
export type CloseLotsSummary = { profit: string; payout: string; isWhole: boolean }

/** Validates the lots to close: all of them, or a part in steps. `price`: the current one; empty if there is none. */
export const validateCloseLots: FormRule<
  { quantity: string },
  { order: ForexFacts; price: string },
  'quantity',
  CloseLotsKey,
  { lots: Minor },
  CloseLotsSummary
> = ({ quantity: text }, { order, price }) => {
  const none = { values: undefined, summary: undefined }
  const position = forexPositionOf(order)
  if (!position) return { errors: { quantity: { key: 'cannotClose' } }, ...none }
  const lots = parseMoney(text, LOT_SCALE)
  const unit = parseMoney(LOT_UNIT, LOT_SCALE) ?? 1n
  const wrong = (): FormErrors<'quantity', CloseLotsKey> => {
    if (lots === undefined) return { quantity: { key: 'parameterError', params: { field: 'quantity' } } }
    if (lots === position.lots) return {}
    const rest = position.lots - lots
    if (lots < unit || rest < unit || lots % unit !== 0n) {
      const params = { min: LOT_UNIT, max: formatMoney(position.lots, LOT_SCALE), unit: LOT_UNIT }
      return { quantity: { key: 'wrongLots', params } }
    }
    return (order.parts ?? []).length >= PARTS_MAX ? { quantity: { key: 'cannotClose' } } : {}
  }
  const errors = wrong()
  if (hasErrors(errors) || lots === undefined) return { errors, ...none }
  const recorded = parseMoney(price, instrumentOf(order.symbol).scale)
  const closed = recorded && closeLots(position, lots, dealPriceAt(position, recorded, false))
  const money = (amount: Minor) => formatMoney(amount, currencyOf(FOREX_COLLATERAL).scale)
  return {
    errors,
    values: { lots },
    summary: closed
      ? { profit: money(closed.profit), payout: money(closed.payout), isWhole: lots === position.lots }
      : undefined,
  }
}
