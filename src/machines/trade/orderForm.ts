import {
  type ActorRef,
  and,
  assign,
  fromPromise,
  matchesState,
  not,
  type PromiseActorLogic,
  type SnapshotFrom,
  type StateValue,
  sendTo,
  setup,
} from 'xstate'
import type { Kyc } from '../../api/account/kyc.ts'
import type { Candle } from '../../api/market/market.ts'
import type { Wallet } from '../../api/money/wallet.ts'
import type { Order } from '../../api/trade/orders.ts'
import type { AnswerRefusal } from '../../api/wire/answer.ts'
import type { Cover } from '../../rules/money/coverage.ts'
import type { Drafted, FormDraft } from '../actors/draft.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { watchPrice } from '../actors/watch-prices.ts'
import { type Failure, failureOf } from '../parts/form.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { refusalKey } from '../parts/refusal.ts'
import { type OnceOutcome, type OnceRequest, type OnceSending, submitOnceOf } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'
import { isKnown } from '../reviews/kyc.ts'

/** How long after its confirmation an order may arrive, in ms: so that the user has seen a recent price. */
export const CONFIRM_MS_MAX = 10_000

/** Whether the instrument's price is tradable now. */
export type MarketNow = 'live' | 'stale' | 'closed'

/** The shown price, or empty, and whether it is tradable. */
export type PriceNow = { market: MarketNow; price: string }

/** The state of the identity verification that trading requires. `reviewSeconds`: duration of a review. */
export type WantedName = { state: Kyc['state']; reviewSeconds: number }

/** Data of a symbol for an order form. `wanted`: the pending requirement for trading. */
export type OrderOffer = { wanted: WantedName | null }

/** Further data where the price matters. `days`: bars of the last whole days; `cover`: the loan cover, if any. */
export type PricedOffer = OrderOffer & { days: readonly Candle[]; cover?: Cover | null }

/** Inputs of validation: the form's values, the symbol's data, and the current price. */
export type OrderNow<Form, Offer> = { form: Form; offer: Offer | null; now: PriceNow }

/** Account events that concern an open order form. */
export type AccountEvent = { type: 'account.wallet'; wallet: Wallet } | { type: 'account.order'; order: Order }

/** The rules of a kind of order for its form, from `src/rules`. */
export type OrderFormRules<Form, Offer, Change> = {
  /** The form's values once the symbol's data is known; by default unchanged. */
  fit?(form: Form, offer: Offer): Form
  /** The form's values after a change. */
  change(order: OrderNow<Form, Offer>, change: Change): Form
  /** Whether the form is valid for an order, given a live price and a verified identity. */
  isRight(order: OrderNow<Form, Offer>): boolean
  /** The symbol's data after an account event: the same object if unaffected. */
  onEvent(offer: Offer, event: AccountEvent, form: Form): Offer
  /** The field that a refusal concerns, or null. */
  fieldOf(key: AnswerRefusal['key'], params: AnswerRefusal['params']): string | null
}

/** `form`: initial values; `serverNow`: the server's clock, in ms since the epoch. */
export type OrderFormInput<Form, Offer, Change> = {
  rules: OrderFormRules<Form, Offer, Change>
  form: Form
  /** The name of its draft. */
  draft?: string
  newRequestId: () => string
  serverNow: () => number
}

/** The request. If it first arrives after `confirmBy`, in ms since the epoch, it makes no order. */
export type OrderRequest<Form> = Form & OnceRequest & { confirmBy: number }

/** What the form of every kind has. */
export type Symbolic = { symbol: string }
type Input = OrderFormInput<Symbolic, OrderOffer, unknown>
type Context = OrderNow<Symbolic, OrderOffer> &
  Omit<Input, 'form'> & {
    failure: Failure | null
    /** The same in every retry, and after a refusal: one form never has two orders. */
    requestId: string
    confirmBy: number
    /** The placed order. */
    order: unknown
  }

type OrderFormEvent<Change> =
  | { type: 'form.change'; change: Change }
  | { type: 'form.confirm' }
  | { type: 'form.checkNow' }
  | { type: 'form.retry' }
  | { type: 'form.close' }
  | { type: 'price.changed'; now: PriceNow }
  | { type: 'account.kyc'; kyc: Kyc }
  | { type: 'account.missed' }
  | AccountEvent

type Outcome = { output: OnceOutcome<unknown> }

/**
 * The form that places an order of any kind: it loads a symbol's data, is filled in by the rules of its kind, and sends
 * what was confirmed at most once.
 *
 * Tag `pending`: an order may exist without confirmation.
 */
export const orderFormMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Input,
    events: {} as OrderFormEvent<unknown>,
    tags: {} as 'form' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    loadOffer: fromPromise<OrderOffer, Symbolic>(mustProvide('loadOffer')),
    submitOnce: submitOnceOf<OrderRequest<Symbolic>, unknown>(),
    watchPrice,
    watchAccount,
  },
  actions: {
    keepOffer: assign(({ context: { rules, form } }, { output }: { output: OrderOffer }) => ({
      offer: output,
      form: rules.fit?.(form, output) ?? form,
    })),
    change: assign(({ context }, { change }: { change: unknown }) => ({
      form: context.rules.change(context, change),
      failure: null,
    })),
    noteEvent: assign(({ context: { rules, form, offer } }, event: AccountEvent) => ({
      offer: offer && rules.onEvent(offer, event, form),
    })),
    notePrice: assign((_, { now }: { now: PriceNow }) => ({ now })),
    noteReview: assign(({ context: { offer } }, { kyc }: { kyc: Kyc }) => ({
      offer: offer?.wanted
        ? { ...offer, wanted: isKnown(kyc.state) ? null : { ...offer.wanted, state: kyc.state } }
        : offer,
    })),
    noteConfirmed: assign(({ context }) => ({
      confirmBy: Math.floor(context.serverNow()) + CONFIRM_MS_MAX,
      failure: null,
    })),
    noteRefusal: assign(({ context: { rules, requestId, newRequestId } }, { output }: Outcome) => {
      if (output.type !== 'refused') return {}
      // After its deadline, no copy of the request can be placed any more.
      const isOver = refusalKey(output.error) === 'requestExpired'
      return { failure: failureOf(output, rules.fieldOf), requestId: isOver ? newRequestId() : requestId }
    }),
    keepOrder: assign((_, { output }: Outcome) => ({ order: output.type === 'done' ? output.answer : null })),
    checkNow: sendTo('submitOnce', { type: 'once.checkNow' }),
  },
  guards: {
    isLive: ({ context }) => context.now.market === 'live',
    isNameless: ({ context }) => Boolean(context.offer?.wanted),
    isRight: ({ context }) => context.rules.isRight(context),
    isReady: and(['isLive', not('isNameless'), 'isRight']),
    isUncertain: (_, { snapshot }: { snapshot: { value?: StateValue } }) =>
      matchesState('uncertain', snapshot.value ?? ''),
    isOrdered: (_, { output }: Outcome) => output.type === 'done',
    isRefused: (_, { output }: Outcome) => output.type === 'refused',
  },
}).createMachine({
  id: 'orderForm',
  description: 'Placing an order: one form, at most one order, whatever the network does.',
  context: ({ input }) => ({
    ...input,
    offer: null,
    now: { market: 'stale', price: '' },
    failure: null,
    requestId: input.newRequestId(),
    confirmBy: 0,
    order: null,
  }),
  invoke: [
    { src: 'watchPrice', id: 'watchPrice', input: ({ context }) => ({ symbol: context.form.symbol }) },
    { src: 'watchAccount', id: 'watchAccount' },
  ],
  initial: 'loading',
  on: {
    'price.changed': { actions: withEvent('notePrice') },
    'account.wallet': { actions: withEvent('noteEvent') },
    'account.order': { actions: withEvent('noteEvent') },
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
        'account.missed': { guard: 'isNameless', target: 'loading' },
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
          { guard: withEvent('isOrdered'), target: 'ordered', actions: withEvent('keepOrder') },
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

/** The actor of an order form, as the views of its kind see it. */
export type OrderFormActor<Form, Offer, Change> = ActorRef<
  SnapshotFrom<typeof orderFormMachine> & { context: OrderNow<Form, Offer> },
  OrderFormEvent<Change>
>

/** What a draft of an order needs to know. It has the size, and no price: another day's would be wrong. */
export type OrderDrafted<Form> = Drafted & { form: Form; order: unknown }

/** What a kind of order brings to the form. `Way`: what is chosen before it opens, such as a direction. */
export type OrderFormKind<Way, Form extends object, Offer, Change, Answer> = {
  draft: FormDraft<OrderDrafted<Form>>
  rules: OrderFormRules<Form, Offer, Change>
  /** Initial values. */
  newForm(symbol: string, way: Way): Form
  loadOffer: PromiseActorLogic<Offer, Symbolic>
  /** Places the order, or retries the request. */
  submit: PromiseActorLogic<Answer, OnceSending<OrderRequest<Form>>>
}
