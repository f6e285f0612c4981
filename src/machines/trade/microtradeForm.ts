import { fromPromise } from 'xstate'
import { type MicrotradeOrder, payableCurrencies, seconds, submit, whsubmit } from '../../api/trade/microtrade.ts'
import { findInstrument } from '../../rules/market/instruments.ts'
import {
  type CurrencyTerms,
  changeMicrotrade,
  fitMicrotrade,
  type MicrotradeChange,
  type MicrotradeForm,
  payableFirst,
  refusedField,
  validateMicrotradeOf,
} from '../../rules/microtrade/form.ts'
import type { Direction } from '../../rules/microtrade/microtrade.ts'
import { dep, send } from '../actors/call.ts'
import { draftOf } from '../actors/draft.ts'
import { loadName } from '../actors/trading.ts'
import type { OnceSending } from '../parts/submitOnce.ts'
import type {
  OrderDrafted,
  OrderFormActor,
  OrderFormRules,
  OrderNow,
  OrderOffer,
  OrderRequest,
  Symbolic,
} from './orderForm.ts'

/** Data for the order form: the paying currencies, with their balances and periods. */
export type MicrotradeOffer = OrderOffer & { terms: readonly CurrencyTerms[] }
export type MicrotradeRequest = OrderRequest<MicrotradeForm>

/** The last stake and period: initial values of the next form. */
export type LastStake = Pick<MicrotradeForm, 'currency' | 'seconds' | 'amount'>

/** Initial values of the form. */
export const newMicrotrade = (symbol: string, direction: Direction, last?: LastStake): MicrotradeForm => ({
  ...{ symbol, direction, currency: 'USDT', seconds: 30, amount: '', ...last },
})

/** The form's values at the current balances. */
export const validateMicrotradeNow = ({
  form,
  offer,
}: Pick<OrderNow<MicrotradeForm, MicrotradeOffer>, 'form' | 'offer'>) => validateMicrotradeOf(form, offer?.terms ?? [])

/** The rules of the form that buys a timed option. */
export const microtradeRules: OrderFormRules<MicrotradeForm, MicrotradeOffer, MicrotradeChange> = {
  fit: (form, { terms }) => fitMicrotrade(form, terms),
  change: ({ form }, change) => changeMicrotrade(form, change),
  isRight: (order) => validateMicrotradeNow(order).values !== undefined,
  onEvent(offer, event) {
    if (event.type !== 'account.wallet') return offer
    const { currency, available } = event.wallet
    return { ...offer, terms: offer.terms.map((each) => (each.currency === currency ? { ...each, available } : each)) }
  },
  fieldOf: refusedField,
}

export type MicrotradeActor = OrderFormActor<MicrotradeForm, MicrotradeOffer, MicrotradeChange>

/** The draft of an order. */
export const microtradeDraft = draftOf<OrderDrafted<MicrotradeForm>>({
  name: 'microtrade',
  stored: ['currency', 'seconds', 'amount'],
  isBegun: ({ form, order }) => order === null && form.amount !== '',
})

/** What the form that buys a timed option is made of, but for its first values, and its request. */
export const microtradeForm = {
  rules: microtradeRules,
  draft: microtradeDraft,
  /** The pending requirement for trading, and the paying currencies with their balances and periods, too little balance last. */
  loadOffer: fromPromise<MicrotradeOffer, Symbolic>(async ({ signal }) => {
    const [wanted, payable, cover] = await Promise.all([
      loadName(signal),
      send(payableCurrencies, {}, { signal }),
      dep('loadCover')(signal),
    ])
    const terms = await Promise.all(
      payable.map(async ({ currency, available }) => ({
        ...{ currency, available, cover },
        periods: await send(seconds, { currency }, { signal }),
      })),
    )
    return { wanted, terms: payableFirst(terms) }
  }),
  /** Not aborted with its actor, since a sent request cannot be recalled. The form shows the outcome, or the order store once it is closed. */
  submit: fromPromise<MicrotradeOrder, OnceSending<MicrotradeRequest>>(({ input: { again: _, ...order } }) =>
    send(findInstrument(order.symbol)?.kind === 'crypto' ? submit : whsubmit, order, { quiet: true }),
  ),
}
