/** A currency that a wallet can hold. `scale`: decimals of its minor unit. `shown`: decimals that a page shows at most. */
export type Currency = { code: string; name: string; scale: number; shown: number }

/** Every currency of the platform, in the order in which wallets are listed. */
export const currencies: readonly Currency[] = [
  { code: 'USDT', name: 'Tether', scale: 6, shown: 2 },
  { code: 'BTC', name: 'Bitcoin', scale: 8, shown: 8 },
  { code: 'ETH', name: 'Ethereum', scale: 8, shown: 6 },
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
