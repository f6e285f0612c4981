import { instrumentOf } from '../../src/rules/market/instruments.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { formatMoney, type Minor, trimZeros } from '../../src/rules/money/money.ts'

/** A pair as a message names it. */
export function pairIn(symbol: string): string {
  const { base, quote } = instrumentOf(symbol)
  return `${base}/${quote}`
}

/** A quantity of an instrument, as written in a message. */
export const quantityIn = (symbol: string, quantity: Minor): string =>
  trimZeros(formatMoney(quantity, instrumentOf(symbol).quantityScale))

/** An amount as written in a message: exact, as pages show it, with at least two decimals, or as many as they show of its currency. */
export function amountIn(currency: string, amount: Minor): string {
  const { scale, shown } = currencyOf(currency)
  const [whole = '', decimals = ''] = formatMoney(amount, scale).split('.')
  const least = Math.max(shown, 2)
  return `${whole}.${decimals.slice(0, least)}${decimals.slice(least).replace(/0+$/, '')}`
}
