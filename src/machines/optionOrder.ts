import { and, assign, fromCallback, fromPromise, setup } from 'xstate'
import type { AnswerRefusal } from '../api/answer.ts'
import type { Verification } from '../api/kyc.ts'
import type { MicrotradeOrder } from '../api/microtrade.ts'
import type { Wallet } from '../api/wallet.ts'
import type { FormErrors } from '../rules/form-errors.ts'
import { hasErrors } from '../rules/form-errors.ts'
import type { Direction } from '../rules/microtrade.ts'
import type { CurrencyTerms, OptionChange, OptionField, OptionForm, OptionKey } from '../rules/option-form.ts'
import { changeOption, fitOption, optionErrors, refusedField, stakeText } from '../rules/option-form.ts'
import { mustProvide } from './must-provide.ts'
import { type WantedName, wantedIn } from './name-wanted.ts'
import { hasEnded, mayFollow } from './orders/life.ts'
import { microtradeMachine } from './orders/microtrade.ts'
import { refusalIn, refusalKey } from './refusal.ts'

/** Whether the instrument's price may be traded on now. */
export type MarketNow = 'live' | 'stale' | 'closed'

/** `serverNow`: the server's clock, in ms since the epoch. */
export type OptionOrderInput = {
  symbol: string
  direction: Direction
  newRequestId: () => string
  serverNow: () => number
}

/**
 * What goes to the server. The same `requestId` never makes a second order. What arrives first after `confirmBy`, in ms
 * since the epoch, makes none. `again`: it may have arrived before.
 */
export type OptionRequest = OptionForm & { requestId: string; confirmBy: number; again: boolean }

/** How long after a person confirmed an order may arrive, in ms: it is bought at a price that they looked at. */
export const CONFIRM_MS_MAX = 10_000

type Context = {
  form: OptionForm
  /** What is wrong with the form as it stands: kept current with each change. */
  errors: FormErrors<OptionField, OptionKey>
  terms: readonly CurrencyTerms[]
  market: MarketNow
  requestId: string
  newRequestId: () => string
  serverNow: () => number
  /** Until when the order may arrive: counted from its confirmation, and the same in every asking. */
  confirmBy: number
  /** What the server last said no with, and the field that it concerns; null concerns the order as a whole. */
  refusal: (AnswerRefusal & { field: OptionField | null }) | null
  /** Orders that the account's events named before the answer came: one of them may be ours. */
  seen: readonly MicrotradeOrder[]
  order: MicrotradeOrder | null
  /** What trading waits for, where it waits. */
  wanted: WantedName | null
}

const SEEN_MAX = 20
const later = (a: MicrotradeOrder, b: MicrotradeOrder | undefined) =>
  b && mayFollow(microtradeMachine, a.state, b.state) ? b : a

const requestOf = ({ form, requestId, confirmBy }: Context, again: boolean): OptionRequest => ({
  ...form,
  amount: stakeText(form.amount),
  requestId,
  confirmBy,
  again,
})

/**
 * The sheet that buys a timed option, and follows it.
 *
 * While it has the tag `pending` an order may exist that nobody has confirmed: its actor must outlive the sheet.
 */
export const optionOrderMachine = setup({
  types: {
    context: {} as Context,
    input: {} as OptionOrderInput,
    events: {} as
      | { type: 'order.change'; change: OptionChange }
      | { type: 'order.confirm' }
      | { type: 'order.checkNow' }
      | { type: 'order.retry' }
      | { type: 'order.again' }
      | { type: 'order.close' }
      | { type: 'market.changed'; market: MarketNow }
      | { type: 'account.wallet'; wallet: Wallet }
      | { type: 'account.order'; order: MicrotradeOrder }
      | { type: 'account.verification'; verification: Verification }
      | { type: 'account.missed' },
    tags: {} as 'loading' | 'nameless' | 'form' | 'pending' | 'uncertain' | 'tracking' | 'settled',
  },
  actors: {
    loadTerms: fromPromise<readonly CurrencyTerms[]>(mustProvide('loadTerms')),
    submitOrder: fromPromise<MicrotradeOrder, OptionRequest>(mustProvide('submitOrder')),
    watchMarket: fromCallback<{ type: 'none' }, { symbol: string }>(mustProvide('watchMarket')),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    keepTerms: assign(({ context }, { terms }: { terms: readonly CurrencyTerms[] }) => {
      const form = fitOption(context.form, terms)
      return { terms, form, errors: optionErrors(form, terms) }
    }),
    change: assign(({ context: { form: before, terms } }, { change }: { change: OptionChange }) => {
      const form = changeOption(before, change, terms)
      return { form, errors: optionErrors(form, terms), refusal: null }
    }),
    noteMarket: assign((_, { market }: { market: MarketNow }) => ({ market })),
    noteWallet: assign(({ context }, { wallet: { currency, available } }: { wallet: Wallet }) => {
      const terms = context.terms.map((each) => (each.currency === currency ? { ...each, available } : each))
      return { terms, errors: optionErrors(context.form, terms) }
    }),
    noteOrder: assign(({ context }, { order }: { order: MicrotradeOrder }) => ({
      seen: [...context.seen, order].slice(-SEEN_MAX),
      order: context.order?.id === order.id ? later(context.order, order) : context.order,
    })),
    keepOrder: assign(({ context: { seen } }, { order }: { order: MicrotradeOrder }) => ({
      order: later(
        order,
        seen.findLast(({ id }) => id === order.id),
      ),
    })),
    noteRefusal: assign((_, { error }: { error: unknown }) => {
      const refusal = refusalIn(error)
      return { refusal: refusal && { ...refusal, field: refusedField(refusal.key) } }
    }),
    noteWanted: assign((_, { error }: { error: unknown }) => ({ wanted: wantedIn(error) })),
    noteReview: assign(({ context: { wanted } }, { verification }: { verification: Verification }) => ({
      wanted: wanted && { ...wanted, state: verification.state },
    })),
    forgetRefusal: assign({ refusal: null }),
    noteConfirmed: assign(({ context }) => ({ confirmBy: Math.floor(context.serverNow()) + CONFIRM_MS_MAX })),
    renewRequest: assign(({ context }) => ({ requestId: context.newRequestId() })),
    startAnew: assign(({ context: { form, newRequestId } }) => ({
      requestId: newRequestId(),
      form: { ...form, amount: '' },
      refusal: null,
      seen: [],
      order: null,
    })),
  },
  guards: {
    isLive: ({ context }) => context.market === 'live',
    isValid: ({ context }) => !hasErrors(context.errors),
    isReady: and(['isLive', 'isValid']),
    isOpen: ({ context }) => context.order?.state === 'open',
    isSettled: ({ context }) => context.order !== null && hasEnded(microtradeMachine, context.order.state),
    isNameWanted: (_, { error }: { error: unknown }) => wantedIn(error) !== null,
    isVerified: (_, { verification }: { verification: Verification }) => verification.state === 'verified',
    isExpired: (_, { error }: { error: unknown }) => refusalKey(error) === 'requestExpired',
    isReused: (_, { error }: { error: unknown }) => refusalKey(error) === 'requestReused',
    // A server that failed may have failed after it did the work.
    saysNoOrder: (_, { error }: { error: unknown }) => refusalIn(error) !== null && refusalKey(error) !== 'serverError',
    // Too many requests: said before this one was looked at, and so nothing about an earlier sending.
    saysNoOrderYet: (_, { error }: { error: unknown }) =>
      refusalIn(error) !== null && !['serverError', 'tooManyRequests'].includes(refusalKey(error) ?? ''),
    cannotTell: (_, { error }: { error: unknown }) =>
      ['requestReused', 'signInRequired', 'accountFrozen'].includes(refusalKey(error) ?? ''),
  },
}).createMachine({
  id: 'optionOrder',
  description: 'Buying a timed option: one form, at most one order, whatever the network does.',
  context: ({ input: { symbol, direction, newRequestId, serverNow } }) => ({
    form: { symbol, direction, currency: 'USDT', seconds: 30, amount: '' },
    errors: {},
    terms: [],
    market: 'stale',
    requestId: newRequestId(),
    newRequestId,
    serverNow,
    confirmBy: 0,
    refusal: null,
    seen: [],
    order: null,
    wanted: null,
  }),
  invoke: [
    { src: 'watchMarket', id: 'watchMarket', input: ({ context }) => ({ symbol: context.form.symbol }) },
    { src: 'watchAccount', id: 'watchAccount' },
  ],
  initial: 'loading',
  on: {
    'market.changed': { actions: { type: 'noteMarket', params: ({ event }) => event } },
    'account.wallet': { actions: { type: 'noteWallet', params: ({ event }) => event } },
    'account.order': { actions: { type: 'noteOrder', params: ({ event }) => event } },
  },
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadTerms',
        id: 'loadTerms',
        onDone: { target: 'editing', actions: { type: 'keepTerms', params: ({ event }) => ({ terms: event.output }) } },
        onError: [
          {
            guard: { type: 'isNameWanted', params: ({ event }) => event },
            target: 'nameless',
            actions: { type: 'noteWanted', params: ({ event }) => event },
          },
          { target: 'failed' },
        ],
      },
      on: { 'order.close': 'closed' },
    },
    nameless: {
      description: 'Trading asks first who the person is; once that is verified, it goes on by itself.',
      tags: 'nameless',
      on: {
        'account.verification': [
          { guard: { type: 'isVerified', params: ({ event }) => event }, target: 'loading' },
          { actions: { type: 'noteReview', params: ({ event }) => event } },
        ],
        'account.missed': 'loading',
        'order.close': 'closed',
      },
    },
    failed: {
      on: { 'order.retry': 'loading', 'order.close': 'closed' },
    },
    editing: {
      tags: 'form',
      on: {
        'order.change': { actions: { type: 'change', params: ({ event }) => event } },
        'order.confirm': { guard: 'isReady', target: 'submitting', actions: 'noteConfirmed' },
        'order.close': 'closed',
      },
    },
    submitting: {
      description: 'A second tap does nothing here.',
      tags: ['form', 'pending'],
      entry: 'forgetRefusal',
      invoke: {
        src: 'submitOrder',
        id: 'submitOrder',
        input: ({ context }) => requestOf(context, false),
        onDone: {
          target: 'tracking',
          actions: { type: 'keepOrder', params: ({ event }) => ({ order: event.output }) },
        },
        onError: [
          { guard: { type: 'isReused', params: ({ event }) => event }, target: 'unknown' },
          {
            guard: { type: 'isExpired', params: ({ event }) => event },
            target: 'editing',
            actions: ['renewRequest', { type: 'noteRefusal', params: ({ event }) => event }],
          },
          {
            guard: { type: 'saysNoOrder', params: ({ event }) => event },
            target: 'editing',
            actions: { type: 'noteRefusal', params: ({ event }) => event },
          },
          { target: 'uncertain' },
        ],
      },
    },
    uncertain: {
      description:
        'The request went out and no answer came. The same request is sent until one does; it buys only while it is young.',
      tags: ['pending', 'uncertain'],
      initial: 'waiting',
      states: {
        waiting: {
          after: { 2000: 'asking' },
          on: { 'order.checkNow': 'asking' },
        },
        asking: {
          invoke: {
            src: 'submitOrder',
            id: 'askAgain',
            input: ({ context }) => requestOf(context, true),
            onDone: {
              target: '#optionOrder.tracking',
              actions: { type: 'keepOrder', params: ({ event }) => ({ order: event.output }) },
            },
            onError: [
              { guard: { type: 'cannotTell', params: ({ event }) => event }, target: '#optionOrder.unknown' },
              {
                guard: { type: 'isExpired', params: ({ event }) => event },
                target: '#optionOrder.editing',
                actions: ['renewRequest', { type: 'noteRefusal', params: ({ event }) => event }],
              },
              {
                guard: { type: 'saysNoOrderYet', params: ({ event }) => event },
                target: '#optionOrder.editing',
                actions: { type: 'noteRefusal', params: ({ event }) => event },
              },
              { target: 'waiting' },
            ],
          },
        },
      },
    },
    unknown: {
      description: 'Whether an order exists cannot be told from here: the list of orders says.',
      tags: 'uncertain',
      on: { 'order.close': 'closed' },
    },
    tracking: {
      description: 'The order exists: the account’s events move it on.',
      tags: 'tracking',
      initial: 'accepted',
      on: {
        'order.again': { target: 'loading', actions: 'startAnew' },
        'order.close': 'closed',
      },
      states: {
        accepted: {
          always: [
            { guard: 'isSettled', target: 'settled' },
            { guard: 'isOpen', target: 'open' },
          ],
        },
        open: {
          always: { guard: 'isSettled', target: 'settled' },
        },
        settled: { tags: 'settled' },
      },
    },
    closed: { type: 'final' },
  },
})
