import { fromPromise } from 'xstate'
import { deal, type LeverDeal, type LeverOrder, submit } from '../../api/trade/lever.ts'
import { changeLever, fitLever, type LeverChange } from '../../rules/lever/change.ts'
import { exposureAfter, isBeyond } from '../../rules/lever/figures.ts'
import { type LeverForm, leverFieldOf, validateLever } from '../../rules/lever/form.ts'
import type { LeverDirection } from '../../rules/lever/lever.ts'
import { byLoan, freeOf } from '../../rules/money/coverage.ts'
import { send } from '../actors/call.ts'
import { draftOf } from '../actors/draft.ts'
import { filled, offerBy } from '../actors/trading.ts'
import type { OnceSending } from '../parts/submitOnce.ts'
import { withLive } from './is-among.ts'
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
export type LeverOffer = PricedOffer & { deal: LeverDeal }
export type LeverRequest = OrderRequest<LeverForm>
type LeverNow = OrderNow<LeverForm, LeverOffer>

/** Initial values of the form. */
export const newLever = (symbol: string, direction: LeverDirection): LeverForm => ({
  ...{ symbol, direction, type: 'market', price: '', quantity: '', leverage: 5, takeProfit: '', stopLoss: '' },
})

/** Inputs of validation other than the form's values. `available`: within the loan cover. */
export const leverTermsNow = ({ offer, now }: Omit<LeverNow, 'form'>) => ({
  available: offer ? freeOf(offer.deal, offer.cover) : '0',
  price: now.price,
  exposure: offer?.deal.exposure ?? '0',
  rules: offer?.deal.rules,
})

/** The form's values at the current balance and price. */
export function validateLeverNow(order: LeverNow) {
  const terms = leverTermsNow(order)
  return byLoan(validateLever(order.form, terms), order.offer?.deal, order.offer?.cover, terms.available)
}

/** The rules of the form that opens a leveraged contract. */
export const leverRules: OrderFormRules<LeverForm, LeverOffer, LeverChange> = {
  fit: (form, { deal }) => fitLever(form, deal),
  change: (order, change) => changeLever(order.form, change, leverTermsNow(order)),
  isRight: (order) => validateLeverNow(order).values !== undefined,
  onEvent(offer, event, { symbol }) {
    const { deal } = offer
    if (event.type === 'account.wallet') {
      const { currency, available } = event.wallet
      return currency === deal.currency ? { ...offer, deal: { ...deal, available } } : offer
    }
    const { order } = event
    if (order.kind !== 'lever' || order.symbol !== symbol) return offer
    if (isBeyond(deal, order.id)) return offer
    const orders = withLive(deal.orders, order)
    return { ...offer, deal: { ...deal, orders, exposure: exposureAfter(deal.exposure, deal.orders, orders) } }
  },
  fieldOf: leverFieldOf,
}

export type LeverActor = OrderFormActor<LeverForm, LeverOffer, LeverChange>

/** The draft of an order. */
export const leverDraft = draftOf<OrderDrafted<LeverForm>>({
  name: 'lever',
  stored: ['quantity', 'leverage'],
  isBegun: ({ form, order }) => order === null && form.quantity !== '',
})

/** The form that opens a contract, and its request, which outlives it: a sent request cannot be recalled. */
export const leverForm: OrderFormKind<LeverDirection, LeverForm, LeverOffer, LeverChange, LeverOrder> = {
  rules: leverRules,
  draft: leverDraft,
  newForm: newLever,
  loadOffer: offerBy(async (symbol, signal) => ({ deal: await send(deal, { symbol }, { signal }) })),
  submit: fromPromise<LeverOrder, OnceSending<LeverRequest>>(
    ({ input: { again: _, price, takeProfit, stopLoss, ...order } }) =>
      send(submit, { ...order, ...filled({ price, takeProfit, stopLoss }) }, { quiet: true }),
  ),
}
