import {
  and,
  assign,
  fromCallback,
  fromPromise,
  matchesState,
  type PromiseActorLogic,
  type StateMachine,
  type StateValue,
  sendTo,
  setup,
} from 'xstate'
import type { AnswerRefusal } from '../../api/answer.ts'
import type { Kyc } from '../../api/kyc.ts'
import type { Candle } from '../../api/market.ts'
import type { Order } from '../../api/orders.ts'
import type { Wallet } from '../../api/wallet.ts'
import type { Cover } from '../../rules/money/coverage.ts'
import { type Failure, failureOf } from '../parts/form.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { type OnceOutcome, type OnceRequest, type SubmitOnce, submitOnceOf } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'
import { isKnown } from '../reviews/kyc.ts'
import { CONFIRM_MS_MAX, type MarketNow } from './microtrade-form-types.ts'
import type { WantedName } from './name-wanted.ts'

/** The shown price, or empty, and whether it is tradable. */
export type PriceNow = { market: MarketNow; price: string }

/**
 * Data of a symbol for an order form. `wanted`: the pending requirement for trading; `days`: bars of the last whole days;
 * `cover`: the loan cover, if any.
 */
export type OrderOffer = { wanted: WantedName | null; days: readonly Candle[]; cover?: Cover | null }

/** Inputs of validation: the form's values, the symbol's data, and the current price. */
export type OrderNow<Form, Offer> = { form: Form; offer: Offer | null; now: PriceNow }

/** Account events that concern an open order form. */
export type AccountTold = { type: 'account.wallet'; wallet: Wallet } | { type: 'account.order'; order: Order }

/** `form`: initial values; `serverNow`: the server's clock, in ms since the epoch. */
export type OrderFormInput<Form> = { form: Form; newRequestId: () => string; serverNow: () => number }

/** The request. If it first arrives after `confirmBy`, in ms since the epoch, it makes no order. */
export type OrderRequest<Form> = Form & OnceRequest & { confirmBy: number }

type Symbolic = { symbol: string }
type Context<Form, Offer> = OrderNow<Form, Offer> &
  Omit<OrderFormInput<Form>, 'form'> & { failure: Failure | null; requestId: string; confirmBy: number }

type OrderFormEvent<Change> =
  | { type: 'form.change'; change: Change }
  | { type: 'form.confirm' }
  | { type: 'form.checkNow' }
  | { type: 'form.retry' }
  | { type: 'form.close' }
  | { type: 'price.changed'; now: PriceNow }
  | { type: 'account.kyc'; kyc: Kyc }
  | AccountTold

type Outcome = { output: OnceOutcome<unknown> }

/**
 * The sheet that places an order of any kind: `orderFormOf` adds the kind's rules.
 *
 * Tag `pending`: an order may exist without confirmation.
 */
export const orderFormMachine = setup({
  types: {
    context: {} as Context<Symbolic, OrderOffer>,
    input: {} as OrderFormInput<Symbolic>,
    events: {} as OrderFormEvent<unknown>,
    tags: {} as 'form' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    loadOffer: fromPromise<OrderOffer, { symbol: string }>(mustProvide('loadOffer')),
    submitOnce: submitOnceOf<OrderRequest<Symbolic>, unknown>(),
    watchPrice: fromCallback<{ type: 'none' }, { symbol: string }>(mustProvide('watchPrice')),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    keepOffer: assign((_, { output }: { output: OrderOffer }) => ({ offer: output })),
    change: (_, __: { change: unknown }) => mustProvide('change', 'action')(),
    noteTold: (_, __: AccountTold) => mustProvide('noteTold', 'action')(),
    notePrice: assign((_, { now }: { now: PriceNow }) => ({ now })),
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
    noteRefusal: (_, __: Outcome) => mustProvide('noteRefusal', 'action')(),
    checkNow: sendTo('submitOnce', { type: 'once.checkNow' }),
  },
  guards: {
    isLive: ({ context }) => context.now.market === 'live',
    isNamed: ({ context }) => !context.offer?.wanted,
    isRight: () => mustProvide('isRight', 'guard')(),
    isReady: and(['isLive', 'isNamed', 'isRight']),
    isUncertain: (_, { snapshot }: { snapshot: { value?: StateValue } }) =>
      matchesState('uncertain', snapshot.value ?? ''),
    isOrdered: (_, { output }: Outcome) => output.type === 'done',
    isRefused: (_, { output }: Outcome) => output.type === 'refused',
  },
}).createMachine({
  id: 'orderForm',
  description: 'Placing an order: one form, at most one order, whatever the network does.',
  context: ({ input: { form, newRequestId, serverNow } }) => ({
    form,
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
    'price.changed': { actions: withEvent('notePrice') },
    'account.wallet': { actions: withEvent('noteTold') },
    'account.order': { actions: withEvent('noteTold') },
    'account.kyc': { actions: withEvent('noteReview') },
  },
  states: {
    loading: {
      invoke: {
        src: 'loadOffer',
        id: 'loadOffer',
        input: ({ context }) => ({ symbol: context.form.symbol }),
        onDone: { target: 'editing', actions: withEvent('keepOffer') },
        onError: 'failed',
      },
      on: { 'form.close': 'closed' },
    },
    failed: { on: { 'form.retry': 'loading', 'form.close': 'closed' } },
    editing: {
      tags: 'form',
      on: {
        'form.change': { actions: withEvent('change') },
        'form.confirm': { guard: 'isReady', target: 'submitting', actions: 'noteConfirmed' },
        'form.close': 'closed',
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
        onSnapshot: { guard: withEvent('isUncertain'), target: '.uncertain' },
        onDone: [
          { guard: withEvent('isOrdered'), target: 'ordered' },
          { guard: withEvent('isRefused'), target: 'editing', actions: withEvent('noteRefusal') },
          { target: 'unknown' },
        ],
      },
      initial: 'sending',
      states: {
        sending: { tags: 'form' },
        uncertain: {
          description: 'No answer: retries the same request until one arrives.',
          tags: 'uncertain',
          on: { 'form.checkNow': { actions: 'checkNow' } },
        },
      },
    },
    unknown: {
      description: 'The outcome is unknown: the list of orders shows it.',
      tags: 'uncertain',
      on: { 'form.close': 'closed' },
    },
    ordered: {
      description: 'The order exists. The lists of orders follow it.',
      type: 'final',
    },
    closed: { type: 'final' },
  },
})

/** The rules of a kind of order for its form, from `src/rules`. */
export type OrderFormRules<Form, Offer, Change> = {
  /** The form's values after a change. */
  change(order: OrderNow<Form, Offer>, change: Change): Form
  /** Whether the form is valid for an order, given a live price and a verified identity. */
  isRight(order: OrderNow<Form, Offer>): boolean
  /** The symbol's data after an account event: the same object if unaffected. */
  hear(offer: Offer, told: AccountTold, form: Form): Offer
  /** The field that a refusal concerns, or null. */
  fieldOf(key: AnswerRefusal['key'], params: AnswerRefusal['params']): string | null
}

type Actors<Form, Offer, Answer> =
  | { src: 'loadOffer'; logic: PromiseActorLogic<Offer, { symbol: string }>; id: string | undefined }
  | { src: 'submitOnce'; logic: SubmitOnce<OrderRequest<Form> & OnceRequest, Answer>; id: 'submitOnce' }

/** The machine, typed for one kind of order. */
export type OrderFormMachine<Form, Offer, Change, Answer> =
  typeof orderFormMachine extends StateMachine<
    infer _Context,
    infer _Event,
    infer Children,
    infer Actor,
    infer Action,
    infer Guard,
    infer Delay,
    infer Value,
    infer Tag,
    infer _Input,
    infer Output,
    infer Emitted,
    infer Meta,
    infer Config
  >
    ? StateMachine<
        Context<Form, Offer>,
        OrderFormEvent<Change>,
        Children,
        Exclude<Actor, { src: 'loadOffer' | 'submitOnce' }> | Actors<Form, Offer, Answer>,
        Action,
        Guard,
        Delay,
        Value,
        Tag,
        OrderFormInput<Form>,
        Output,
        Emitted,
        Meta,
        Config
      >
    : never

/** The machine for one kind of order, by its rules. Its effects fail at their first use until they are provided. */
export function orderFormOf<Form extends Symbolic, Offer extends OrderOffer, Change, Answer>(
  rules: OrderFormRules<Form, Offer, Change>,
): OrderFormMachine<Form, Offer, Change, Answer> {
  const own = rules as unknown as OrderFormRules<Symbolic, OrderOffer, unknown>
  const machine = orderFormMachine.provide({
    actions: {
      change: assign(({ context }, { change }) => ({ form: own.change(context, change), failure: null })),
      noteTold: assign(({ context: { form, offer } }, told) => ({ offer: offer && own.hear(offer, told, form) })),
      noteRefusal: assign((_, { output }) => ({
        failure: output.type === 'refused' ? failureOf(output, own.fieldOf) : null,
      })),
    },
    guards: { isRight: ({ context }) => own.isRight(context) },
  })
  return machine as unknown as OrderFormMachine<Form, Offer, Change, Answer>
}
