import { assign, fromCallback, fromPromise, matchesState, type StateValue, sendTo, setup } from 'xstate'
import type { Kyc } from '../../api/kyc.ts'
import type { LeverDeal, LeverOrder } from '../../api/lever.ts'
import type { Candle } from '../../api/market.ts'
import type { Wallet } from '../../api/wallet.ts'
import type { LeverDirection } from '../../rules/lever.ts'
import { changeLever, judgeLever, type LeverChange, type LeverForm, leverFieldOf } from '../../rules/lever-form.ts'
import { type Failure, failureOf } from '../parts/form.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { type OnceOutcome, type OnceRequest, submitOnceOf } from '../parts/submitOnce.ts'
import { isKnown } from '../reviews/kyc.ts'
import { CONFIRM_MS_MAX, type MarketNow } from './microtrade-form-types.ts'
import type { WantedName } from './name-wanted.ts'

/** What is known of a symbol before a contract on it is ordered. `wanted`: what trading waits for; `days`: bars of the last whole days. */
export type LeverOffer = { deal: LeverDeal; wanted: WantedName | null; days: readonly Candle[] }

/** The price as it is shown: whether it may be traded on, and empty where there is none. */
export type PriceNow = { market: MarketNow; price: string }

/** `serverNow`: the server's clock, in ms since the epoch. */
export type LeverFormInput = {
  symbol: string
  direction: LeverDirection
  newRequestId: () => string
  serverNow: () => number
}

/** What goes to the server. What arrives first after `confirmBy`, in ms since the epoch, makes no order. */
export type LeverRequest = LeverForm & OnceRequest & { confirmBy: number }

type Context = {
  form: LeverForm
  offer: LeverOffer | null
  now: PriceNow
  failure: Failure | null
  requestId: string
  confirmBy: number
  newRequestId: () => string
  serverNow: () => number
}

type Outcome = { output: OnceOutcome<LeverOrder> }

/** What stands on the form, by what is available and the price of now. */
export const judgeLeverNow = ({ form, offer, now }: Pick<Context, 'form' | 'offer' | 'now'>) =>
  judgeLever(form, { available: offer?.deal.available ?? '0', price: now.price })

/**
 * The sheet that opens a leveraged contract.
 *
 * While it has the tag `pending` an order may exist that nobody has confirmed.
 */
export const leverFormMachine = setup({
  types: {
    context: {} as Context,
    input: {} as LeverFormInput,
    events: {} as
      | { type: 'lever.change'; change: LeverChange }
      | { type: 'lever.confirm' }
      | { type: 'lever.checkNow' }
      | { type: 'lever.retry' }
      | { type: 'lever.close' }
      | { type: 'price.changed'; now: PriceNow }
      | { type: 'account.wallet'; wallet: Wallet }
      | { type: 'account.kyc'; kyc: Kyc },
    tags: {} as 'form' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    loadOffer: fromPromise<LeverOffer, { symbol: string }>(mustProvide('loadOffer')),
    submitOnce: submitOnceOf<LeverRequest, LeverOrder>(),
    watchPrice: fromCallback<{ type: 'none' }, { symbol: string }>(mustProvide('watchPrice')),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    keepOffer: assign((_, { output }: { output: LeverOffer }) => ({ offer: output })),
    change: assign(({ context: { form, offer, now } }, { change }: { change: LeverChange }) => ({
      form: changeLever(form, change, { available: offer?.deal.available ?? '0', price: now.price }),
      failure: null,
    })),
    notePrice: assign((_, { now }: { now: PriceNow }) => ({ now })),
    noteWallet: assign(({ context: { offer } }, { wallet: { currency, available } }: { wallet: Wallet }) => ({
      offer: offer && offer.deal.currency === currency ? { ...offer, deal: { ...offer.deal, available } } : offer,
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
      failure: output.type === 'refused' ? failureOf(output, leverFieldOf) : null,
    })),
    checkNow: sendTo('submitOnce', { type: 'once.checkNow' }),
  },
  guards: {
    isReady: ({ context }) =>
      context.now.market === 'live' && !context.offer?.wanted && judgeLeverNow(context).figures !== undefined,
    isUncertain: (_, { snapshot }: { snapshot: { value?: StateValue } }) =>
      matchesState('uncertain', snapshot.value ?? ''),
    isOrdered: (_, { output }: Outcome) => output.type === 'done',
    isRefused: (_, { output }: Outcome) => output.type === 'refused',
  },
}).createMachine({
  id: 'leverForm',
  description: 'Opening a leveraged contract: one form, at most one order, whatever the network does.',
  context: ({ input: { symbol, direction, newRequestId, serverNow } }) => ({
    form: { symbol, direction, type: 'market', price: '', quantity: '', leverage: 5, takeProfit: '', stopLoss: '' },
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
      on: { 'lever.close': 'closed' },
    },
    failed: { on: { 'lever.retry': 'loading', 'lever.close': 'closed' } },
    editing: {
      tags: 'form',
      on: {
        'lever.change': { actions: { type: 'change', params: ({ event }) => event } },
        'lever.confirm': { guard: 'isReady', target: 'submitting', actions: 'noteConfirmed' },
        'lever.close': 'closed',
      },
    },
    submitting: {
      description: 'A second tap does nothing here. An order that comes late is none: it opens only while it is young.',
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
          on: { 'lever.checkNow': { actions: 'checkNow' } },
        },
      },
    },
    unknown: {
      description: 'Whether an order exists cannot be told from here: the list of orders says.',
      tags: 'uncertain',
      on: { 'lever.close': 'closed' },
    },
    ordered: {
      description: 'The order exists. What is open is followed by the lists of orders.',
      type: 'final',
    },
    closed: { type: 'final' },
  },
})
