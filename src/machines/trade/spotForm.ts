import { assign, fromCallback, fromPromise, matchesState, type StateValue, sendTo, setup } from 'xstate'
import type { Kyc } from '../../api/kyc.ts'
import type { Candle } from '../../api/market.ts'
import type { Order } from '../../api/orders.ts'
import type { SpotOrder, SpotPair } from '../../api/spot.ts'
import type { Wallet } from '../../api/wallet.ts'
import { instrumentOf } from '../../rules/instruments.ts'
import { parseMoney } from '../../rules/money.ts'
import { newerOf } from '../../rules/order-list.ts'
import { QUOTE, type SpotSide } from '../../rules/spot.ts'
import { changeSpot, judgeSpotBehind, type SpotChange, type SpotForm, spotFieldOf } from '../../rules/spot-form.ts'
import { can } from '../orders/life.ts'
import { spotMachine } from '../orders/spot.ts'
import { type Failure, failureOf } from '../parts/form.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { type OnceOutcome, type OnceRequest, submitOnceOf } from '../parts/submitOnce.ts'
import { isKnown } from '../reviews/kyc.ts'
import { isOver } from './is-among.ts'
import type { PriceNow } from './leverForm.ts'
import { CONFIRM_MS_MAX } from './microtrade-form-types.ts'
import type { WantedName } from './name-wanted.ts'

/** What is known of a pair before something is ordered. `wanted`: what trading waits for; `days`: bars of the last whole days. */
export type SpotOffer = { pair: SpotPair; wanted: WantedName | null; days: readonly Candle[] }

/** `serverNow`: the server's clock, in ms since the epoch. */
export type SpotFormInput = {
  symbol: string
  side: SpotSide
  newRequestId: () => string
  serverNow: () => number
}

/** What goes to the server. What arrives first after `confirmBy`, in ms since the epoch, makes no order. */
export type SpotRequest = SpotForm & OnceRequest & { confirmBy: number }

type Context = {
  form: SpotForm
  offer: SpotOffer | null
  now: PriceNow
  failure: Failure | null
  requestId: string
  confirmBy: number
  newRequestId: () => string
  serverNow: () => number
}

type Outcome = { output: OnceOutcome<SpotOrder> }

/** Whether an order can be taken back now: one that waits, and not what meets its next tick whatever it is. */
export const canCancelSpot = ({
  state,
  type,
  timeInForce,
}: Pick<SpotOrder, 'state' | 'type' | 'timeInForce'>): boolean =>
  type === 'limit' && timeInForce !== 'ioc' && can(spotMachine, state, { type: 'order.cancel' })

/** What is available of what would be given. */
const availableOf = ({ form: { side }, offer }: Pick<Context, 'form' | 'offer'>): string =>
  offer ? offer.pair[side === 'buy' ? 'quote' : 'base'].available : '0'

/** A person's live orders on the side of the form, which a new one stands behind. */
function liveBeside({ form: { symbol, side }, offer }: Pick<Context, 'form' | 'offer'>) {
  const { scale, quantityScale } = instrumentOf(symbol)
  const quantity = (text: string) => parseMoney(text, quantityScale) ?? 0n
  const own = offer?.pair.orders.filter((order) => order.side === side) ?? []
  return own.map(({ price, quantity: whole, filled }) => ({
    price: price === null ? null : (parseMoney(price, scale) ?? null),
    left: quantity(whole) - quantity(filled),
  }))
}

/** What stands on the form, by what is available, what is live beside it, and the price of now. */
export const judgeSpotNow = (context: Pick<Context, 'form' | 'offer' | 'now'>) =>
  judgeSpotBehind(context.form, {
    available: availableOf(context),
    price: context.now.price,
    live: liveBeside(context),
  })

/** The form after a change. */
export const changeSpotNow = (context: Pick<Context, 'form' | 'offer' | 'now'>, change: SpotChange): SpotForm =>
  changeSpot(context.form, change, { available: availableOf(context), price: context.now.price, level: 0 })

/** The pair with what is now known of an order on it; one that has ended is not live. */
function withOrder(pair: SpotPair, order: SpotOrder): SpotPair {
  const known = pair.orders.find(({ id }) => id === order.id)
  const others = pair.orders.filter(({ id }) => id !== order.id)
  const newest = known ? newerOf(order, known) : order
  return { ...pair, orders: isOver({ kind: 'spot', state: newest.state }) ? others : [newest, ...others] }
}

/**
 * The sheet that orders a coin, or sells it.
 *
 * While it has the tag `pending` an order may exist that nobody has confirmed.
 */
export const spotFormMachine = setup({
  types: {
    context: {} as Context,
    input: {} as SpotFormInput,
    events: {} as
      | { type: 'spot.change'; change: SpotChange }
      | { type: 'spot.confirm' }
      | { type: 'spot.checkNow' }
      | { type: 'spot.retry' }
      | { type: 'spot.close' }
      | { type: 'price.changed'; now: PriceNow }
      | { type: 'account.wallet'; wallet: Wallet }
      | { type: 'account.order'; order: Order }
      | { type: 'account.kyc'; kyc: Kyc },
    tags: {} as 'form' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    loadOffer: fromPromise<SpotOffer, { symbol: string }>(mustProvide('loadOffer')),
    submitOnce: submitOnceOf<SpotRequest, SpotOrder>(),
    watchPrice: fromCallback<{ type: 'none' }, { symbol: string }>(mustProvide('watchPrice')),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    keepOffer: assign((_, { output }: { output: SpotOffer }) => ({ offer: output })),
    change: assign(({ context }, { change }: { change: SpotChange }) => ({
      form: changeSpotNow(context, change),
      failure: null,
    })),
    notePrice: assign((_, { now }: { now: PriceNow }) => ({ now })),
    noteWallet: assign(({ context: { form, offer } }, { wallet: { currency, available } }: { wallet: Wallet }) => {
      const leg = currency === QUOTE ? 'quote' : 'base'
      const isOurs = currency === QUOTE || currency === instrumentOf(form.symbol).base
      return { offer: offer && isOurs ? { ...offer, pair: { ...offer.pair, [leg]: { currency, available } } } : offer }
    }),
    noteOrder: assign(({ context: { offer } }, { order }: { order: Order }) => ({
      offer: offer && order.kind === 'spot' ? { ...offer, pair: withOrder(offer.pair, order) } : offer,
    })),
    noteReview: assign(({ context: { offer } }, { kyc }: { kyc: Kyc }) => ({
      offer: offer?.wanted
        ? { ...offer, wanted: isKnown(kyc.state) ? null : { ...offer.wanted, state: kyc.state } }
        : offer,
    })),
    noteConfirmed: assign(({ context }) => ({
      confirmBy: Math.floor(context.serverNow()) + CONFIRM_MS_MAX,
      requestId: context.newRequestId(),
      failure: null,
    })),
    noteRefusal: assign((_, { output }: Outcome) => ({
      failure: output.type === 'refused' ? failureOf(output, spotFieldOf) : null,
    })),
    checkNow: sendTo('submitOnce', { type: 'once.checkNow' }),
  },
  guards: {
    isReady: ({ context }) =>
      context.now.market === 'live' && !context.offer?.wanted && judgeSpotNow(context).figures !== undefined,
    isBeside: ({ context: { form } }, { order }: { order: Order }) =>
      order.kind === 'spot' && order.symbol === form.symbol,
    isUncertain: (_, { snapshot }: { snapshot: { value?: StateValue } }) =>
      matchesState('uncertain', snapshot.value ?? ''),
    isOrdered: (_, { output }: Outcome) => output.type === 'done',
    isRefused: (_, { output }: Outcome) => output.type === 'refused',
  },
}).createMachine({
  id: 'spotForm',
  description: 'Buying or selling a coin: one form, at most one order, whatever the network does.',
  context: ({ input: { symbol, side, newRequestId, serverNow } }) => ({
    form: { symbol, side, type: 'market', timeInForce: 'gtc', price: '', quantity: '' },
    offer: null,
    now: { market: 'stale', price: '' },
    failure: null,
    requestId: '',
    confirmBy: 0,
    newRequestId,
    serverNow,
  }),
  invoke: [
    { src: 'watchPrice', id: 'watchPrice', input: ({ context }) => ({ symbol: context.form.symbol }) },
    { src: 'watchAccount', id: 'watchAccount' },
  ],
  initial: 'loading',
  on: {
    'price.changed': { actions: { type: 'notePrice', params: ({ event }) => event } },
    'account.wallet': { actions: { type: 'noteWallet', params: ({ event }) => event } },
    'account.order': {
      guard: { type: 'isBeside', params: ({ event }) => event },
      actions: { type: 'noteOrder', params: ({ event }) => event },
    },
    'account.kyc': { actions: { type: 'noteReview', params: ({ event }) => event } },
  },
  states: {
    loading: {
      invoke: {
        src: 'loadOffer',
        id: 'loadOffer',
        input: ({ context }) => ({ symbol: context.form.symbol }),
        onDone: { target: 'editing', actions: { type: 'keepOffer', params: ({ event }) => event } },
        onError: 'failed',
      },
      on: { 'spot.close': 'closed' },
    },
    failed: { on: { 'spot.retry': 'loading', 'spot.close': 'closed' } },
    editing: {
      tags: 'form',
      on: {
        'spot.change': { actions: { type: 'change', params: ({ event }) => event } },
        'spot.confirm': { guard: 'isReady', target: 'submitting', actions: 'noteConfirmed' },
        'spot.close': 'closed',
      },
    },
    submitting: {
      description:
        'A second tap does nothing here. An order that comes late is none: it is placed only while it is young.',
      tags: 'pending',
      invoke: {
        src: 'submitOnce',
        id: 'submitOnce',
        input: ({ context: { form, requestId, confirmBy } }) => ({ request: { ...form, requestId, confirmBy } }),
        onSnapshot: { guard: { type: 'isUncertain', params: ({ event }) => event }, target: '.uncertain' },
        onDone: [
          { guard: { type: 'isOrdered', params: ({ event }) => event }, target: 'ordered' },
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'editing',
            actions: { type: 'noteRefusal', params: ({ event }) => event },
          },
          { target: 'unknown' },
        ],
      },
      initial: 'sending',
      states: {
        sending: { tags: 'form' },
        uncertain: {
          description: 'No answer came: the same request is sent until one does.',
          tags: 'uncertain',
          on: { 'spot.checkNow': { actions: 'checkNow' } },
        },
      },
    },
    unknown: {
      description: 'Whether an order exists cannot be told from here: the list of orders says.',
      tags: 'uncertain',
      on: { 'spot.close': 'closed' },
    },
    ordered: {
      description: 'The order exists. What is open is followed by the lists of orders.',
      type: 'final',
    },
    closed: { type: 'final' },
  },
})
