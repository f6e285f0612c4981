import { instruments } from './instruments.ts'

/** A currency that a wallet can hold. `scale`: decimals of its minor unit. `shown`: decimals that a page shows at most. */
export type Currency = { code: string; name: string; scale: number; shown: number }

/**
 * Every currency of the platform, in the order in which wallets are listed: USDT, and each coin that has a market
 * against it. Of a coin three decimals more are shown than it is traded in, up to all of them.
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
 * @throws RangeError where there is none: for codes that come from our own records
 */
export function currencyOf(code: string): Currency {
  const currency = byCode.get(code)
  if (!currency) throw new RangeError(`no currency ${code}`)
  return currency
}

/** The currencies that a search means, in the platform's order: by a part of their code or of their name. */
export function findCurrencies(query: string): readonly Currency[] {
  const text = query.trim().toLowerCase()
  return currencies.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(text))
}
