import {
  type CurrencyTerms,
  changeMicrotrade,
  fitMicrotrade,
  type MicrotradeChange,
  type MicrotradeForm,
  refusedField,
  validateMicrotradeOf,
} from '../../rules/microtrade/form.ts'
import type { Direction } from '../../rules/microtrade/microtrade.ts'
import type { OrderFormActor, OrderFormRules, OrderNow, OrderOffer, OrderRequest } from './orderForm.ts'

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
  change: ({ form, offer }, change) => changeMicrotrade(form, change, offer?.terms ?? []),
  isRight: (order) => validateMicrotradeNow(order).values !== undefined,
  hear(offer, told) {
    if (told.type !== 'account.wallet') return offer
    const { currency, available } = told.wallet
    return { ...offer, terms: offer.terms.map((each) => (each.currency === currency ? { ...each, available } : each)) }
  },
  fieldOf: refusedField,
}

export type MicrotradeActor = OrderFormActor<MicrotradeForm, MicrotradeOffer, MicrotradeChange>
