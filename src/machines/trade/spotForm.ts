import { fromPromise } from 'xstate'
import { pair, type SpotOrder, type SpotPair, trade } from '../../api/trade/spot.ts'
import { instrumentOf } from '../../rules/market/instruments.ts'
import { byLoan, freeOf } from '../../rules/money/coverage.ts'
import { parseMoney } from '../../rules/money/money.ts'
import {
  changeSpot,
  fillsAtOnce,
  type SpotChange,
  type SpotForm,
  spotFieldOf,
  validateSpotBehind,
} from '../../rules/spot/form.ts'
import type { SpotSide } from '../../rules/spot/spot.ts'
import { send } from '../actors/call.ts'
import { draftOf } from '../actors/draft.ts'
import { filled, offerBy } from '../actors/trading.ts'
import { can } from '../orders/life.ts'
import { spotMachine } from '../orders/spot.ts'
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

/** Data of a pair for the order form. */
export type SpotOffer = PricedOffer & { pair: SpotPair }
export type SpotRequest = OrderRequest<SpotForm>
type SpotNow = OrderNow<SpotForm, SpotOffer>

/** Initial values of the form. */
export const newSpot = (symbol: string, side: SpotSide): SpotForm => ({
  ...{ symbol, side, type: 'market', timeInForce: 'gtc', price: '', quantity: '' },
})

/** Whether an order rests until its price, and does not take any next tick. */
export const restsOnSpot = ({ type, timeInForce }: Pick<SpotOrder, 'type' | 'timeInForce'>): boolean =>
  type === 'limit' && timeInForce !== 'ioc'

/** Whether an order can be cancelled now. */
export const canCancelSpot = (order: Pick<SpotOrder, 'state' | 'type' | 'timeInForce'>): boolean =>
  restsOnSpot(order) && can(spotMachine, order.state, { type: 'order.cancel' })

/** Balance of the currency given. */
const givenIn = ({ form: { side }, offer }: Pick<SpotNow, 'form' | 'offer'>) =>
  offer?.pair[side === 'buy' ? 'quote' : 'base']

/** Available balance of the currency given, within the loan cover. */
function availableOf(order: Pick<SpotNow, 'form' | 'offer'>): string {
  const given = givenIn(order)
  return given ? freeOf(given, order.offer?.cover) : '0'
}

/** The user's live orders on the form's side, which are ahead of a new one in the queue. */
function liveBeside({ form: { symbol, side }, offer }: Pick<SpotNow, 'form' | 'offer'>) {
  const { scale, quantityScale } = instrumentOf(symbol)
  const quantity = (text: string) => parseMoney(text, quantityScale) ?? 0n
  const own = offer?.pair.orders.filter((order) => order.side === side) ?? []
  return own.map(({ price, quantity: whole, filled }) => ({
    price: price === null ? null : (parseMoney(price, scale) ?? null),
    left: quantity(whole) - quantity(filled),
  }))
}

/** The form's values at the current balance, live orders and price. */
export function validateSpotNow(order: SpotNow) {
  const available = availableOf(order)
  const validated = validateSpotBehind(order.form, { available, price: order.now.price, live: liveBeside(order) })
  return byLoan(validated, givenIn(order), order.offer?.cover, available)
}

export const changeSpotNow = (order: SpotNow, change: SpotChange): SpotForm =>
  changeSpot(order.form, change, { available: availableOf(order), price: order.now.price, level: 0 })

/** Whether a post-only order would be filled at once by the price now, and so be cancelled: the server decides by its next price. */
export const wouldNotRest = ({ form, now }: Pick<SpotNow, 'form' | 'now'>): boolean =>
  form.timeInForce === 'postOnly' && fillsAtOnce(form, now.price)

/** The pair with a new available balance of one of its currencies. */
function withWallet(pair: SpotPair, { currency, available }: SpotPair['base']): SpotPair {
  const leg = (['base', 'quote'] as const).find((each) => pair[each].currency === currency)
  return leg ? { ...pair, [leg]: { currency, available } } : pair
}

/** The rules of the form that buys or sells a coin. */
export const spotRules: OrderFormRules<SpotForm, SpotOffer, SpotChange> = {
  change: changeSpotNow,
  isRight: (order) => validateSpotNow(order).values !== undefined && !wouldNotRest(order),
  onEvent(offer, event, { symbol }) {
    if (event.type === 'account.wallet') return { ...offer, pair: withWallet(offer.pair, event.wallet) }
    const { order } = event
    if (order.kind !== 'spot' || order.symbol !== symbol) return offer
    return { ...offer, pair: { ...offer.pair, orders: withLive(offer.pair.orders, order) } }
  },
  fieldOf: spotFieldOf,
}

export type SpotActor = OrderFormActor<SpotForm, SpotOffer, SpotChange>

/** The draft of an order. */
export const spotDraft = draftOf<OrderDrafted<SpotForm>>({
  name: 'spot',
  stored: ['quantity'],
  isBegun: ({ form, order }) => order === null && form.quantity !== '',
})

/** The form that places an order, and its request, which outlives it: a sent request cannot be recalled. */
export const spotForm: OrderFormKind<SpotSide, SpotForm, SpotOffer, SpotChange, SpotOrder> = {
  rules: spotRules,
  draft: spotDraft,
  newForm: newSpot,
  loadOffer: offerBy(async (symbol, signal) => ({ pair: await send(pair, { symbol }, { signal }) })),
  submit: fromPromise<SpotOrder, OnceSending<SpotRequest>>(({ input: { again: _, price, ...order } }) =>
    send(trade, { ...order, ...filled({ price }) }, { quiet: true }),
  ),
}
