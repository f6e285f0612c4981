import { currencyOf } from '../../src/rules/currencies.ts'
import { formatMoney, type Minor } from '../../src/rules/money.ts'

/** An amount as a message says it: with two decimals, or as many as pages show of its currency; the rest is left out. */
export function amountIn(currency: string, amount: Minor): string {
  const { scale, shown } = currencyOf(currency)
  const [whole = '', decimals = ''] = formatMoney(amount, scale).split('.')
  return `${whole}.${decimals.slice(0, Math.max(shown, 2))}`
}
