import { instruments } from '../market/instruments.ts'

/** A wallet currency. `scale`: decimals of its minor unit. `shown`: maximum number of displayed decimals. */
export type Currency = { code: string; name: string; scale: number; shown: number }

/**
 * All currencies, in the order of the wallet list: USDT, and each coin that has a market against it. A coin is shown with three decimals
 * more than it is traded in, up to all of them.
 */
export const currencies: readonly Currency[] = [
  { code: 'USDT', name: 'Tether', scale: 6, shown: 2 },
  ...instruments
    .filter(({ kind }) => kind === 'crypto')
    .map(({ base, name, quantityScale }) => ({ code: base, name, scale: 8, shown: Math.min(8, quantityScale + 3) })),
]

const byCode = new Map(currencies.map((currency) => [currency.code, currency]))

/** The currency with this code, or `undefined`. */
export const findCurrency = (code: string): Currency | undefined => byCode.get(code)

/**
 * The currency with this code.
 *
 * @throws RangeError if there is none: for codes from our own records
 */
export function currencyOf(code: string): Currency {
  const currency = byCode.get(code)
  if (!currency) throw new RangeError(`no currency ${code}`)
  return currency
}

/** The currencies that match a search in code or name, in the platform's order. */
export function findCurrencies(query: string): readonly Currency[] {
  const text = query.trim().toLowerCase()
  return currencies.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(text))
}
