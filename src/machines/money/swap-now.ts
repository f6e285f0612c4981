import type { SwapOffer } from '../../api/money/swap.ts'
import { byLoan, type Cover, freeOf } from '../../rules/money/coverage.ts'
import { type SwapForm, swapTerms, validateSwap } from '../../rules/swap/swap.ts'

/** Whether the current prices are tradable: the worse of the legs decides. */
export type MarketNow = 'live' | 'stale' | 'closed'

/** The market's prices of the legs, as decimals by symbol. */
export type SwapPrices = { market: MarketNow; prices: Readonly<Record<string, string>> }

/** The currencies that can be swapped, and the loan cover, if any. */
export type CoveredOffer = SwapOffer & { cover?: Cover | null }

/** The form's values at current prices. `available`: of the currency given, within the loan cover. */
export function validateNow({
  form,
  offer,
  prices,
}: {
  form: SwapForm
  offer: CoveredOffer | null
  prices: SwapPrices
}) {
  const given = offer?.currencies.find(({ currency }) => currency === form.from)
  const available = given ? freeOf(given, offer?.cover) : '0'
  const validated = validateSwap(form, { ...(offer ?? swapTerms), available, prices: prices.prices })
  return { available, ...byLoan(validated, given, offer?.cover, available) }
}

/** The field that a refusal concerns. */
export const swapFieldOf = (key: string | null): string | null =>
  key === 'insufficientFundBalance' || key === 'belowMinimum' || key === 'parameterError' ? 'amount' : null
