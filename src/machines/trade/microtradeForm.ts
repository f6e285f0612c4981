import { and, assign, fromCallback, fromPromise, matchesState, type StateValue, sendTo, setup } from 'xstate'
import type { Kyc } from '../../api/account/kyc.ts'
import type { Wallet } from '../../api/money/wallet.ts'
import type { MicrotradeOrder } from '../../api/trade/microtrade.ts'
import type { CurrencyTerms, MicrotradeChange } from '../../rules/microtrade/form.ts'
import { changeMicrotrade, fitMicrotrade, judgeMicrotradeOf, refusedField } from '../../rules/microtrade/form.ts'
import { hasErrors } from '../../rules/orders/form-errors.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { refusalIn, refusalKey } from '../parts/refusal.ts'
import { submitOnceOf } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'
import { isKnown } from '../reviews/kyc.ts'
import type { Context, MarketNow, MicrotradeFormInput, MicrotradeRequest, Outcome } from './microtrade-form-types.ts'
import { CONFIRM_MS_MAX, requestOf } from './microtrade-form-types.ts'
import { wantedIn } from './name-wanted.ts'

/**
 * The sheet that buys a timed option.
 *
 * Tag `pending`: an order may exist without confirmation, so the actor must outlive the sheet.
 */
export const microtradeFormMachine = setup({
  types: {
    context: {} as Context,
    input: {} as MicrotradeFormInput,
    events: {} as
      | { type: 'order.change'; change: MicrotradeChange }
      | { type: 'order.confirm' }
      | { type: 'order.checkNow' }
      | { type: 'order.retry' }
      | { type: 'order.close' }
      | { type: 'market.changed'; market: MarketNow }
      | { type: 'account.wallet'; wallet: Wallet }
      | { type: 'account.kyc'; kyc: Kyc }
      | { type: 'account.missed' },
    tags: {} as 'loading' | 'nameless' | 'form' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    loadTerms: fromPromise<readonly CurrencyTerms[]>(mustProvide('loadTerms')),
    submitOnce: submitOnceOf<MicrotradeRequest, MicrotradeOrder>(),
    watchMarket: fromCallback<{ type: 'none' }, { symbol: string }>(mustProvide('watchMarket')),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    keepTerms: assign(({ context }, { terms }: { terms: readonly CurrencyTerms[] }) => {
      const form = fitMicrotrade(context.form, terms)
      return { terms, form, errors: judgeMicrotradeOf(form, terms).errors }
    }),
    change: assign(({ context: { form: before, terms } }, { change }: { change: MicrotradeChange }) => {
      const form = changeMicrotrade(before, change, terms)
      return { form, errors: judgeMicrotradeOf(form, terms).errors, refusal: null }
    }),
    noteMarket: assign((_, { market }: { market: MarketNow }) => ({ market })),
    noteWallet: assign(({ context }, { wallet: { currency, available } }: { wallet: Wallet }) => {
      const terms = context.terms.map((each) => (each.currency === currency ? { ...each, available } : each))
      return { terms, errors: judgeMicrotradeOf(context.form, terms).errors }
    }),
    keepOrder: assign((_, { output }: Outcome) => (output.type === 'done' ? { order: output.answer } : {})),
    noteRefusal: assign((_, { output }: Outcome) => {
      const refusal = output.type === 'refused' ? refusalIn(output.error) : null
      return { refusal: refusal && { ...refusal, field: refusedField(refusal.key) } }
    }),
    checkNow: sendTo('submitOnce', { type: 'once.checkNow' }),
    noteWanted: assign((_, { error }: { error: unknown }) => ({ wanted: wantedIn(error) })),
    noteReview: assign(({ context: { wanted } }, { kyc }: { kyc: Kyc }) => ({
      wanted: wanted && { ...wanted, state: kyc.state },
    })),
    forgetRefusal: assign({ refusal: null }),
    noteConfirmed: assign(({ context }) => ({ confirmBy: Math.floor(context.serverNow()) + CONFIRM_MS_MAX })),
    renewRequest: assign(({ context }) => ({ requestId: context.newRequestId() })),
  },
  guards: {
    isLive: ({ context }) => context.market === 'live',
    isValid: ({ context }) => !hasErrors(context.errors),
    isReady: and(['isLive', 'isValid']),
    isNameWanted: (_, { error }: { error: unknown }) => wantedIn(error) !== null,
    isVerified: (_, { kyc }: { kyc: Kyc }) => isKnown(kyc.state),
    isUncertain: (_, { snapshot }: { snapshot: { value?: StateValue } }) =>
      matchesState('uncertain', snapshot.value ?? ''),
    isBought: (_, { output }: Outcome) => output.type === 'done',
    isExpired: (_, { output }: Outcome) => output.type === 'refused' && refusalKey(output.error) === 'requestExpired',
    isRefused: (_, { output }: Outcome) => output.type === 'refused',
  },
}).createMachine({
  id: 'microtradeForm',
  description: 'Buying a timed option: one form, at most one order, whatever the network does.',
  context: ({ input: { symbol, direction, last, newRequestId, serverNow } }) => ({
    form: { symbol, direction, currency: 'USDT', seconds: 30, amount: '', ...last },
    errors: {},
    terms: [],
    market: 'stale',
    requestId: newRequestId(),
    newRequestId,
    serverNow,
    confirmBy: 0,
    refusal: null,
    order: null,
    wanted: null,
  }),
  invoke: [
    { src: 'watchMarket', id: 'watchMarket', input: ({ context }) => ({ symbol: context.form.symbol }) },
    { src: 'watchAccount', id: 'watchAccount' },
  ],
  initial: 'loading',
  on: {
    'market.changed': { actions: withEvent('noteMarket') },
    'account.wallet': { actions: withEvent('noteWallet') },
  },
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadTerms',
        id: 'loadTerms',
        onDone: { target: 'editing', actions: { type: 'keepTerms', params: ({ event }) => ({ terms: event.output }) } },
        onError: [
          { guard: withEvent('isNameWanted'), target: 'nameless', actions: withEvent('noteWanted') },
          { target: 'failed' },
        ],
      },
      on: { 'order.close': 'closed' },
    },
    nameless: {
      description: 'Trading requires identity verification; continues once verified.',
      tags: 'nameless',
      on: {
        'account.kyc': [{ guard: withEvent('isVerified'), target: 'loading' }, { actions: withEvent('noteReview') }],
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
        'order.change': { actions: withEvent('change') },
        'order.confirm': { guard: 'isReady', target: 'submitting', actions: 'noteConfirmed' },
        'order.close': 'closed',
      },
    },
    submitting: {
      description: 'A second tap is ignored. The server refuses an order that arrives after its deadline.',
      tags: 'pending',
      entry: 'forgetRefusal',
      invoke: {
        src: 'submitOnce',
        id: 'submitOnce',
        input: ({ context }) => ({ request: requestOf(context) }),
        onSnapshot: { guard: withEvent('isUncertain'), target: '.uncertain' },
        onDone: [
          { guard: withEvent('isBought'), target: 'bought', actions: withEvent('keepOrder') },
          { guard: withEvent('isExpired'), target: 'editing', actions: ['renewRequest', withEvent('noteRefusal')] },
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
          on: { 'order.checkNow': { actions: 'checkNow' } },
        },
      },
    },
    unknown: {
      description: 'The outcome is unknown: the list of orders shows it.',
      tags: 'uncertain',
      on: { 'order.close': 'closed' },
    },
    bought: {
      description: 'The order exists. The lists of orders follow it by the account’s events.',
      type: 'final',
    },
    closed: { type: 'final' },
  },
})
