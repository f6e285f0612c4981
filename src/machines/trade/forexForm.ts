import { fromPromise } from 'xstate'
import { type ForexOrder, type ForexPairDetails, pair, submit } from '../../api/trade/forex.ts'
import {
  type ForexChange,
  type ForexForm,
  type ForexTermsNow,
  forexFieldOf,
  validateForex,
} from '../../rules/forex/form.ts'
import type { LeverDirection } from '../../rules/lever/lever.ts'
import { byLoan, freeOf } from '../../rules/money/coverage.ts'
import { send } from '../actors/call.ts'
import { draftOf } from '../actors/draft.ts'
import { filled, offerBy } from '../actors/trading.ts'
import type { OnceSending } from '../parts/submitOnce.ts'
import type {
  OrderDrafted,
  OrderFormActor,
  OrderFormKind,
  OrderFormRules,
  OrderNow,
  OrderRequest,
  PricedOffer,
} from './orderForm.ts'

/** Data of a symbol for the order form. */
export type ForexOffer = PricedOffer & { pair: ForexPairDetails }
export type ForexRequest = OrderRequest<ForexForm>
type ForexNow = OrderNow<ForexForm, ForexOffer>

/** Initial values of the form. */
export const newForex = (symbol: string, direction: LeverDirection): ForexForm => ({
  ...{ symbol, direction, type: 'market', price: '', lots: '', takeProfit: '', stopLoss: '' },
})

/** Inputs of validation: the available balance within the loan cover, the current price, and the rate at opening of the form. */
export const forexTermsNow = ({ offer, now }: Omit<ForexNow, 'form'>): ForexTermsNow => ({
  available: offer ? freeOf(offer.pair, offer.cover) : '0',
  price: now.price,
  rate: offer?.pair.rate ?? '',
  rules: offer?.pair.rules,
})

/** The form's values under current data. */
export function validateForexNow(order: ForexNow) {
  const terms = forexTermsNow(order)
  return byLoan(validateForex(order.form, terms), order.offer?.pair, order.offer?.cover, terms.available ?? '0')
}

/** The rules of the form that opens a position in foreign exchange or a metal. */
export const forexRules: OrderFormRules<ForexForm, ForexOffer, ForexChange> = {
  change: ({ form }, change) => ({ ...form, ...change }),
  isRight: (order) => order.offer?.pair.cardBound === true && validateForexNow(order).values !== undefined,
  onEvent(offer, event) {
    if (event.type !== 'account.wallet' || event.wallet.currency !== offer.pair.currency) return offer
    return { ...offer, pair: { ...offer.pair, available: event.wallet.available } }
  },
  fieldOf: forexFieldOf,
}

export type ForexActor = OrderFormActor<ForexForm, ForexOffer, ForexChange>

/** The draft of an order. */
export const forexDraft = draftOf<OrderDrafted<ForexForm>>({
  name: 'forex',
  stored: ['lots'],
  isBegun: ({ form, order }) => order === null && form.lots !== '',
})

/** The form that opens a position, and its request, which outlives it: a sent request cannot be recalled. */
export const forexForm: OrderFormKind<LeverDirection, ForexForm, ForexOffer, ForexChange, ForexOrder> = {
  rules: forexRules,
  draft: forexDraft,
  newForm: newForex,
  loadOffer: offerBy(async (symbol, signal) => ({ pair: await send(pair, { symbol }, { signal }) })),
  submit: fromPromise<ForexOrder, OnceSending<ForexRequest>>(
    ({ input: { again: _, price, takeProfit, stopLoss, ...order } }) =>
      send(submit, { ...order, ...filled({ price, takeProfit, stopLoss }) }, { quiet: true }),
  ),
}
