import type { SwapOffer } from '../../api/swap.ts'
import { judgeSwap, type SwapForm, swapTerms } from '../../rules/swap.ts'

/** Whether prices may be swapped at now: the worse of the legs. */
export type MarketNow = 'live' | 'stale' | 'closed'

/** The market's prices of the legs, as decimals by symbol. */
export type SwapPrices = { market: MarketNow; prices: Readonly<Record<string, string>> }

/** What stands on the form, by the prices of now. */
export const judgeNow = ({ form, offer, prices }: { form: SwapForm; offer: SwapOffer | null; prices: SwapPrices }) =>
  judgeSwap(form, {
    ...(offer ?? swapTerms),
    available: offer?.currencies.find(({ currency }) => currency === form.from)?.available ?? '0',
    prices: prices.prices,
  })

/** The field of the form that a refusal is about. */
export const swapFieldOf = (key: string | null): string | null =>
  key === 'insufficientFundBalance' || key === 'belowMinimum' || key === 'parameterError' ? 'amount' : null
