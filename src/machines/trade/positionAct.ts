import { assign, fromCallback, type PromiseActorLogic, setup } from 'xstate'
import { getInfo, type Wallet } from '../../api/money/wallet.ts'
import type { ForexOrder } from '../../api/trade/forex.ts'
import type { LeverOrder } from '../../api/trade/lever.ts'
import type { Order } from '../../api/trade/orders.ts'
import { leverFieldOf } from '../../rules/lever/form.ts'
import type { Cover } from '../../rules/money/coverage.ts'
import { dep, send } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { watchPrice } from '../actors/watch-prices.ts'
import type { Failure } from '../parts/form.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceRequest, type OnceSending, type SubmitOnce, submitOnceBy, submitOnceOf } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'
import type { PriceNow } from './orderForm.ts'

/** Values of an act's form: plain decimals; each act reads its own. */
export type ActForm = { quantity: string; takeProfit: string; stopLoss: string; amount: string }

/** A position that its owner can act on. */
export type ActedOrder = LeverOrder | ForexOrder

/** `form`: initial values, where they differ from the order's. */
export type ActInput<Name = string, O extends ActedOrder = ActedOrder> = {
  act: Name
  order: O
  form?: Partial<ActForm>
  newRequestId: () => string
}

/** The request. */
export type ActRequest<Name = string> = OnceRequest & { act: Name; id: string } & ActForm

export type ActContext<Name = string, O extends ActedOrder = ActedOrder> = Drafted & {
  act: Name
  order: O
  form: ActForm
  /** What the form began with, unless it has a draft. */
  first: ActForm
  now: PriceNow
  /** Of the collateral; null before it is known. */
  available: string | null
  /** The loan cover; null without one. */
  cover: Cover | null
  failure: Failure | null
  newRequestId: () => string
}

const actFields = ['quantity', 'takeProfit', 'stopLoss', 'amount'] as const

/** The draft of an act on a position, for each act and position. */
export const positionActDraft = draftOf<ActContext>({
  name: 'positionAct',
  stored: actFields,
  isBegun: ({ form, first }) => actFields.some((field) => form[field] !== first[field]),
})

const firstOf = ({ order, form }: ActInput): ActForm => {
  const { takeProfit, stopLoss } = order.next ?? order
  const quantity = 'lots' in order ? order.openLots : order.quantity
  return { quantity, takeProfit: takeProfit ?? '', stopLoss: stopLoss ?? '', amount: '', ...form }
}

/** The context's order after an account event. */
const followed = (known: ActedOrder, order: Order): ActedOrder =>
  order.kind === 'lever' || order.kind === 'forex' ? order : known

/**
 * The available balance of a currency and the loan cover, loaded once and then kept current by account events. If it
 * cannot be loaded, only the server validates.
 */
const watchAvailable = fromCallback<{ type: 'none' }, { currency: string }>(({ input: { currency }, sendBack }) => {
  const given = new AbortController()
  const { signal } = given
  Promise.all([send(getInfo, { currency }, { signal, quiet: true }), dep('loadCover')(signal)])
    .then(([wallet, cover]) => {
      sendBack({ type: 'cover.known', cover })
      sendBack({ type: 'account.wallet', wallet })
    })
    .catch(() => {})
  return () => given.abort()
})

/** An act on one position or order: its effect is shown first, and it is executed once. */
export const positionActMachine = setup({
  types: {
    context: {} as ActContext,
    input: {} as ActInput,
    events: {} as
      | { type: 'act.change'; change: Partial<ActForm> }
      | { type: 'act.confirm' }
      | { type: 'act.checkNow' }
      | { type: 'act.close' }
      | { type: 'price.changed'; now: PriceNow }
      | { type: 'cover.known'; cover: Cover | null }
      | { type: 'account.wallet'; wallet: Wallet }
      | { type: 'account.order'; order: Order },
    tags: {} as 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    submitOnce: submitOnceOf<ActRequest, unknown>(),
    watchPrice,
    watchAvailable,
    watchAccount,
    keepDraft: positionActDraft.keepDraft,
  },
  actions: {
    change: assign(({ context: { form } }, { change }: { change: Partial<ActForm> }) => ({
      form: { ...form, ...change },
      failure: null,
    })),
    forgetForm: assign({ form: ({ context }) => context.first }),
    notePrice: assign((_, { now }: { now: PriceNow }) => ({ now })),
    noteCover: assign((_, { cover }: { cover: Cover | null }) => ({ cover })),
    noteWallet: assign((_, { wallet }: { wallet: Wallet }) => ({ available: wallet.available })),
    noteOrder: assign(({ context }, { order }: { order: Order }) => ({
      order: followed(context.order, order),
    })),
  },
  guards: {
    isReady: mustProvide('isReady', 'guard') as (now: { context: ActContext }) => boolean,
    isNewer: ({ context: { order: known } }, { order }: { order: Order }) =>
      order.id === known.id && order.version > known.version,
    isOurs: ({ context: { order } }, { wallet }: { wallet: Wallet }) => wallet.currency === order.currency,
  },
})
  .extend(submissionParts((key) => (key === 'wrongLots' ? 'quantity' : leverFieldOf(key))))
  .createMachine({
    id: 'positionAct',
    description:
      'An act on a contract or a position in lots: close, partial close, stops, added margin or cancellation, requested once.',
    context: ({ input }) => {
      const { act, order, form: asked, newRequestId } = input
      const first = firstOf(input)
      const restored = positionActDraft.restore(
        {
          act,
          order,
          form: first,
          first,
          now: { market: 'stale', price: '' },
          available: null,
          cover: null,
          failure: null,
          newRequestId,
        },
        `${act}.${order.id}`,
      )
      return { ...restored, form: { ...restored.form, ...asked } }
    },
    invoke: [
      positionActDraft.keeping,
      { src: 'watchPrice', id: 'watchPrice', input: ({ context }) => ({ symbol: context.order.symbol }) },
      { src: 'watchAvailable', id: 'watchAvailable', input: ({ context }) => ({ currency: context.order.currency }) },
      { src: 'watchAccount', id: 'watchAccount' },
    ],
    initial: 'editing',
    on: {
      'price.changed': { actions: withEvent('notePrice') },
      'cover.known': { actions: withEvent('noteCover') },
      'account.wallet': { guard: withEvent('isOurs'), actions: withEvent('noteWallet') },
      'account.order': { guard: withEvent('isNewer'), actions: withEvent('noteOrder') },
    },
    states: {
      editing: {
        on: {
          'act.change': { actions: withEvent('change') },
          'act.confirm': { guard: 'isReady', target: 'submitting' },
          'act.close': 'closed',
        },
      },
      submitting: submission({
        request: ({ act, order, form, newRequestId }: ActContext) => ({
          ...{ act, id: order.id, requestId: newRequestId() },
          ...form,
        }),
        checkNow: 'act.checkNow',
        tags: ['pending'],
        done: { target: 'asked', run: 'forgetForm' },
        refused: 'editing',
        unknown: { target: 'unknown' },
      }),
      unknown: {
        description: 'The outcome is unknown: the order shows it.',
        tags: 'uncertain',
        on: { 'act.close': 'closed' },
      },
      asked: {
        description: 'Takes effect at a recorded tick; the account’s events report it.',
        type: 'final',
      },
      closed: { type: 'final' },
    },
  })

/** What a kind of order brings to its acts. */
type ActKind<Name, O extends ActedOrder> = {
  /** Whether the act is allowed, and its form valid. */
  isReady(context: ActContext<Name, O>): boolean
  /** Requests the act, or retries the request. */
  submit: PromiseActorLogic<O, OnceSending<ActRequest<Name>>>
}

/** The machine of a kind's acts. Its context and input are of that kind: `ActContext<Name, O>`. */
export const positionActBy = <Name extends string, O extends ActedOrder>({ isReady, submit }: ActKind<Name, O>) =>
  positionActMachine.provide({
    actors: { submitOnce: submitOnceBy(submit) as unknown as SubmitOnce<ActRequest, unknown> },
    guards: { isReady: ({ context }) => isReady(context as ActContext<Name, O>) },
  })
