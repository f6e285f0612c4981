import { findInstrument, type Instrument } from '../market/instruments.ts'
import { currencyOf, findCurrency } from './currencies.ts'
import { formatMoney, type Minor, mulDiv, parseMoney, type Rounding } from './money.ts'

/** A balance of a currency, as a decimal. */
export type Holding = { currency: string; balance: string }

/**
 * The value of holdings in one currency. `total`: a decimal at that currency's scale; `parts`: its summands, signed decimals. `estimated`: it
 * includes other currencies at moving prices. `unpriced`: currencies without a price, which are left out.
 */
export type Valuation = { total: string; parts: readonly string[]; estimated: boolean; unpriced: readonly string[] }

/** The instruments whose prices a valuation needs: one for each other currency with a balance. */
export const valuedBy = (holdings: readonly Holding[], currency: string): readonly string[] =>
  holdings
    .filter((holding) => holding.currency !== currency && hasSome(holding))
    .map((holding) => `${holding.currency}${currency}`)

/**
 * Sums holdings in one currency, each converted part rounded down.
 *
 * @param currency a currency of the platform
 * @param priceOf the current price of an instrument such as `BTCUSDT`, as a decimal; `undefined` if there is none
 * @throws RangeError for an unknown `currency`
 */
export function valueIn(
  holdings: readonly Holding[],
  currency: string,
  priceOf: (symbol: string) => string | undefined,
): Valuation {
  const target = findCurrency(currency)
  if (!target) throw new RangeError(`no currency ${currency}`)
  const parts: Minor[] = []
  let estimated = false
  const unpriced: string[] = []
  for (const holding of holdings.filter(hasSome)) {
    const symbol = `${holding.currency}${currency}`
    const own = findCurrency(holding.currency)
    const amount = own && parseMoney(holding.balance, own.scale)
    if (amount === undefined || !own) continue
    if (holding.currency === currency) {
      parts.push(amount)
      continue
    }
    const scale = findInstrument(symbol)?.scale
    const price = scale === undefined ? undefined : parseMoney(priceOf(symbol) ?? '', scale)
    if (price === undefined || scale === undefined) {
      unpriced.push(holding.currency)
      continue
    }
    parts.push(valueInUsdt({ currency: own.code, amount }, { quote: currency, scale }, price, 'down'))
    estimated = true
  }
  return { ...sumOf(parts, target.scale), estimated, unpriced }
}

/** The sum of amounts in minor units, and each of them, as decimals. */
export const sumOf = (parts: readonly Minor[], scale: number): Pick<Valuation, 'total' | 'parts'> => ({
  total: formatMoney(
    parts.reduce((sum, part) => sum + part, 0n),
    scale,
  ),
  parts: parts.map((part) => formatMoney(part, scale)),
})

/**
 * The value of an amount in its instrument's quote currency, in minor units of that.
 *
 * @param amount in minor units of its currency
 * @param price in minor units of the instrument's price
 * @throws RangeError for an unknown currency
 */
export const valueInUsdt = (
  { currency, amount }: { currency: string; amount: Minor },
  { quote, scale }: Pick<Instrument, 'quote' | 'scale'>,
  price: Minor,
  rounding: Rounding,
): Minor =>
  // amount / 10^own * price / 10^scale, in units of 10^-target.
  mulDiv(
    amount,
    price * 10n ** BigInt(currencyOf(quote).scale),
    10n ** BigInt(currencyOf(currency).scale + scale),
    rounding,
  )

const hasSome = ({ balance }: Holding) => /[1-9]/.test(balance)
