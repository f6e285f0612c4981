import { assign, fromCallback, fromPromise, setup } from 'xstate'
import { getInfo, type Wallet } from '../../api/money/wallet.ts'
import { addMargin, cancel, close, type LeverOrder, setStop } from '../../api/trade/lever.ts'
import type { Order } from '../../api/trade/orders.ts'
import { type ActOn, validateClose, validateMargin, validateStops } from '../../rules/lever/acts.ts'
import { leverFieldOf } from '../../rules/lever/form.ts'
import { byLoan, type Cover, freeOf } from '../../rules/money/coverage.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { dep, send } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { filled } from '../actors/trading.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { watchPrice } from '../actors/watch-prices.ts'
import { leverMachine } from '../orders/lever.ts'
import { can } from '../orders/life.ts'
import type { Failure } from '../parts/form.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceRequest, type OnceSending, submitOnceBy } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'
import type { PriceNow } from './orderForm.ts'

/** Acts on a contract, with the machine event that allows each. */
export const actEvents = {
  close: { type: 'order.close' },
  stops: { type: 'order.change' },
  margin: { type: 'order.add' },
  cancel: { type: 'order.cancel' },
} as const
export type LeverActName = keyof typeof actEvents

/** Whether an act on a contract is allowed now. A market order cannot be cancelled. */
export const canAct = (act: LeverActName, { state, type }: Pick<LeverOrder, 'state' | 'type'>): boolean =>
  can(leverMachine, state, actEvents[act]) && !(act === 'cancel' && type === 'market')

/** Values of an act's form: plain decimals; each act reads its own. */
export type ActForm = { quantity: string; takeProfit: string; stopLoss: string; amount: string }

/** `form`: initial values, where they differ from the contract's. */
export type LeverActInput = {
  act: LeverActName
  order: LeverOrder
  form?: Partial<ActForm>
  newRequestId: () => string
}

/** The request. */
export type LeverActRequest = OnceRequest & { act: LeverActName; id: string } & ActForm

type Context = Drafted & {
  act: LeverActName
  order: LeverOrder
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

/** The draft of an act on a contract, for each act and contract. */
export const leverActDraft = draftOf<Context>({
  name: 'leverAct',
  stored: actFields,
  isBegun: ({ form, first }) => actFields.some((field) => form[field] !== first[field]),
})

const firstOf = ({ order, form }: LeverActInput): ActForm => {
  const { takeProfit, stopLoss } = order.next ?? order
  return { quantity: order.quantity, takeProfit: takeProfit ?? '', stopLoss: stopLoss ?? '', amount: '', ...form }
}

const subjectOf = (order: LeverOrder): ActOn => ({ ...order, parts: order.fills.length })

/** The balance available for added margin, within the loan cover; null before it is known. */
export const freeForMargin = ({ order: { currency }, available, cover }: Context): string | null =>
  available === null ? null : freeOf({ currency, available }, cover)

/** Values of an act's form under current data. */
export const validateActNow = {
  close: ({ form, order, now }: Context) => validateClose(form, { order: subjectOf(order), price: now.price }),
  stops: ({ form, order, now }: Context) => validateStops(form, { order: subjectOf(order), price: now.price }),
  margin: (context: Context) => {
    const { form, order, cover } = context
    const available = freeForMargin(context)
    const holding = context.available === null ? null : { currency: order.currency, available: context.available }
    return byLoan(validateMargin(form, { order: subjectOf(order), available }), holding, cover, available ?? '0')
  },
  cancel: () => ({ errors: {}, values: {}, summary: undefined }),
}

const isRight = (context: Context): boolean => !hasErrors(validateActNow[context.act](context).errors)

/** Requests an act, or retries the request. */
const submitAct = fromPromise<LeverOrder, OnceSending<LeverActRequest>>(async ({ input }) => {
  const { act, id, requestId, quantity, takeProfit, stopLoss, amount } = input
  const own = { id, requestId }
  const quiet = { quiet: true }
  switch (act) {
    case 'close':
      return send(close, { ...own, quantity }, quiet)
    case 'stops':
      return send(setStop, { ...own, ...filled({ takeProfit, stopLoss }) }, quiet)
    case 'margin':
      return send(addMargin, { ...own, amount }, quiet)
    case 'cancel':
      return send(cancel, own, quiet)
  }
})

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

/** An act on one contract: its effect is shown first, and it is executed once. */
export const leverActMachine = setup({
  types: {
    context: {} as Context,
    input: {} as LeverActInput,
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
    submitOnce: submitOnceBy(submitAct),
    watchPrice,
    watchAvailable,
    watchAccount,
    keepDraft: leverActDraft.keepDraft,
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
      order: order.kind === 'lever' ? order : context.order,
    })),
  },
  guards: {
    isReady: ({ context }) => canAct(context.act, context.order) && isRight(context),
    isNewer: ({ context: { order: known } }, { order }: { order: Order }) =>
      order.id === known.id && order.version > known.version,
    isOurs: ({ context: { order } }, { wallet }: { wallet: Wallet }) => wallet.currency === order.currency,
  },
})
  .extend(submissionParts(leverFieldOf))
  .createMachine({
    id: 'leverAct',
    description: 'An act on a contract: close, partial close, stops, added margin or cancellation, requested once.',
    context: ({ input }) => {
      const { act, order, form: asked, newRequestId } = input
      const first = firstOf(input)
      const restored = leverActDraft.restore(
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
      leverActDraft.keeping,
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
        request: ({ act, order, form, newRequestId }: Context) => ({
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
        description: 'The outcome is unknown: the contract shows it.',
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
