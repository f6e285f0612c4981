import { notionalOf } from '../../../rules/lever/lever.ts'
import { instrumentOf } from '../../../rules/market/instruments.ts'
import { currencyOf } from '../../../rules/money/currencies.ts'
import { formatMoney, mulDiv, parseMoney, trimZeros } from '../../../rules/money/money.ts'

/** The unit of a typed size: the base, its value in the quote currency, or its margin. */
export type SizeUnit = 'base' | 'quote' | 'margin'

/** The inputs of a size's conversion, as plain decimals. `leverage`: 1 without one. */
export type SizeTerms = { symbol: string; unit: string; price: string; leverage: number; currency: string }

/**
 * The largest quantity, a multiple of the smallest one, whose notional or margin is at most this amount.
 *
 * @param amount a plain decimal of the terms' currency
 * @returns a plain decimal, `0` if not even the smallest quantity is within the amount; the text itself if it is no amount
 */
export function quantityWithin(amount: string, by: Exclude<SizeUnit, 'base'>, terms: SizeTerms): string {
  const { symbol, unit, currency } = terms
  const { scale, quantityScale } = instrumentOf(symbol)
  const have = parseMoney(amount, currencyOf(currency).scale)
  const [price, step] = [parseMoney(terms.price, scale), parseMoney(unit, quantityScale)]
  if (have === undefined) return amount
  if (!price || !step) return ''
  const notional = have * (by === 'margin' ? BigInt(terms.leverage) : 1n)
  const perUnit = 10n ** BigInt(currencyOf(currency).scale)
  const whole = mulDiv(notional, 10n ** BigInt(scale + quantityScale), price * perUnit, 'down')
  const quantity = whole - (whole % step)
  // The notional is rounded down, so that one more may still be within the amount.
  const more = notionalOf(symbol, quantity + step, price) <= notional ? quantity + step : quantity
  return trimZeros(formatMoney(more, quantityScale))
}

/**
 * A price at a distance from another.
 *
 * @param bps in basis points, negative for below
 * @returns a plain decimal; empty if there is no price
 */
export function priceAway(price: string, bps: number, symbol: string): string {
  const { scale } = instrumentOf(symbol)
  const from = parseMoney(price, scale)
  return from ? formatMoney(mulDiv(from, BigInt(10_000 + bps), 10_000n, 'halfEven'), scale) : ''
}
