import type { SwapOffer } from '../../api/swap.ts'
import { byLoan, type Cover, freeOf } from '../../rules/coverage.ts'
import { judgeSwap, type SwapForm, swapTerms } from '../../rules/swap.ts'

/** Whether prices may be swapped at now: the worse of the legs. */
export type MarketNow = 'live' | 'stale' | 'closed'

/** The market's prices of the legs, as decimals by symbol. */
export type SwapPrices = { market: MarketNow; prices: Readonly<Record<string, string>> }

/** What can be swapped, and how a loan must stay covered, where one must. */
export type CoveredOffer = SwapOffer & { cover?: Cover | null }

/** What stands on the form, by the prices of now. `available`: of what is given, as far as a loan leaves it free. */
export function judgeNow({ form, offer, prices }: { form: SwapForm; offer: CoveredOffer | null; prices: SwapPrices }) {
  const given = offer?.currencies.find(({ currency }) => currency === form.from)
  const available = given ? freeOf(given, offer?.cover) : '0'
  const judged = judgeSwap(form, { ...(offer ?? swapTerms), available, prices: prices.prices })
  return { available, ...byLoan(judged, given, offer?.cover, available) }
}

/** The field of the form that a refusal is about. */
export const swapFieldOf = (key: string | null): string | null =>
  key === 'insufficientFundBalance' || key === 'belowMinimum' || key === 'parameterError' ? 'amount' : null
