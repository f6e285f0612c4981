import type { ActorRefFrom } from 'xstate'
import { assign, fromPromise, sendTo, setup } from 'xstate'
import { flashAgainst, flashAgainstList, flashAgainstQuote, type Swap } from '../../api/money/swap.ts'
import type { Wallet } from '../../api/money/wallet.ts'
import { changeSwap, legsOf, type SwapChange, type SwapForm } from '../../rules/swap/swap.ts'
import { call, dep, send } from '../actors/call.ts'
import { once } from '../actors/calls.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { watchPrices } from '../actors/watch-prices.ts'
import { type Failed, type Failure, failureOf } from '../parts/form.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceOutcome, submitOnceBy } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'
import { type CoveredOffer, type MarketNow, type SwapPrices, swapFieldOf, validateNow } from './swap-now.ts'

/** `serverNow`: the server's clock, in ms since the epoch. */
export type SwapFormInput = {
  from: string | undefined
  to: string | undefined
  newRequestId: () => string
  serverNow: () => number
}

type Context = Drafted & {
  form: SwapForm
  offer: CoveredOffer | null
  /** The market prices of both legs, and whether they are tradable. */
  prices: SwapPrices
  /** Why the last quote or execution was refused. */
  failure: Failure | null
  quote: Swap | null
  newRequestId: () => string
  serverNow: () => number
}

/** The draft of a swap. Its quote is requested again. */
export const swapDraft = draftOf<Context>({
  name: 'swap',
  stored: ['from', 'to', 'amount'],
  isBegun: ({ form }) => form.amount !== '',
})

type Outcome = { output: OnceOutcome<Swap> }

/** The currencies that can be swapped, with available balances and terms. `quiet`: a failure keeps the last data. */
const loadOffer = (quiet: boolean) =>
  fromPromise<CoveredOffer>(async ({ signal }) => {
    const [offer, cover] = await Promise.all([send(flashAgainstList, {}, { signal, quiet }), dep('loadCover')(signal)])
    return { ...offer, cover }
  })

const NO_PRICES: SwapPrices = { market: 'stale' satisfies MarketNow, prices: {} }

/**
 * Swapping: a form with an estimate, a quote valid for seconds, and its execution.
 *
 * Tag `pending`: a swap may have been executed without confirmation.
 */
export const swapFormMachine = setup({
  types: {
    context: {} as Context,
    input: {} as SwapFormInput,
    events: {} as
      | { type: 'swap.change'; change: SwapChange }
      | { type: 'swap.quote' }
      | { type: 'swap.confirm' }
      | { type: 'swap.back' }
      | { type: 'prices.changed'; prices: SwapPrices }
      | { type: 'account.wallet'; wallet: Wallet }
      | { type: 'account.missed' },
    tags: {} as 'form' | 'busy' | 'sheet' | 'pending' | 'uncertain' | 'over',
    children: {} as { submitOnce: 'submitOnce'; load: 'loadFirst' },
  },
  actors: {
    loadFirst: loadFirstBy(loadOffer(false)),
    reloadOffer: loadOffer(true),
    takeQuote: call(flashAgainstQuote, { quiet: true }),
    submitOnce: submitOnceBy(once(flashAgainst)),
    watchPrices,
    watchAccount,
    keepDraft: swapDraft.keepDraft,
  },
  actions: {
    keepOffer: assign((_, { output }: { output: CoveredOffer }) => ({ offer: output })),
    change: assign(({ context: { form } }, { change }: { change: SwapChange }) => ({
      form: changeSwap(form, change),
      failure: null,
    })),
    watchLegs: sendTo('watchPrices', ({ context: { form } }) => ({
      type: 'prices.watch',
      symbols: legsOf(form.from, form.to).map(({ symbol }) => symbol),
    })),
    notePrices: assign((_, { prices }: { prices: SwapPrices }) => ({ prices })),
    noteWallet: assign(({ context: { offer } }, { wallet: { currency, available } }: { wallet: Wallet }) => ({
      offer: offer && {
        ...offer,
        currencies: offer.currencies.map((each) => (each.currency === currency ? { ...each, available } : each)),
      },
    })),
    forgetPrices: assign({ prices: NO_PRICES }),
    keepQuote: assign((_, { output }: { output: Swap }) => ({ quote: output })),
    keepSwap: assign(({ context: { form } }, { output }: Outcome) => ({
      ...(output.type === 'done' && { quote: output.answer }),
      form: { ...form, amount: '' },
    })),
    noteFailure: assign((_, error: Failed) => ({ failure: failureOf(error, swapFieldOf) })),
  },
  guards: {
    isReady: ({ context }) =>
      context.prices.market === 'live' && context.offer?.refusal === null && validateNow(context).values !== undefined,
    isLive: ({ context }) => context.prices.market === 'live',
  },
  delays: {
    untilExpiry: ({ context: { quote, serverNow } }) => Math.max(0, (quote?.expiresAt ?? 0) - serverNow()),
  },
})
  .extend(submissionParts())
  .createMachine({
    id: 'swapForm',
    description: 'Swapping currencies: one form, one quote at a time, each executed at most once.',
    context: ({ input: { from, to, newRequestId, serverNow } }) =>
      swapDraft.restore(
        {
          form: { from: from ?? 'USDT', to: to ?? ((from ?? 'USDT') === 'USDT' ? 'BTC' : 'USDT'), amount: '' },
          offer: null,
          prices: NO_PRICES,
          failure: null,
          quote: null,
          newRequestId,
          serverNow,
        },
        from,
      ),
    invoke: [{ src: 'watchPrices', id: 'watchPrices' }, { src: 'watchAccount', id: 'watchAccount' }, swapDraft.keeping],
    entry: 'watchLegs',
    initial: 'loading',
    on: {
      'prices.changed': { actions: withEvent('notePrices') },
      'account.wallet': { actions: withEvent('noteWallet') },
    },
    states: {
      loading: {
        invoke: {
          src: 'loadFirst',
          id: 'load',
          onDone: { target: 'editing', actions: withEvent('keepOffer') },
        },
      },
      editing: {
        tags: 'form',
        on: {
          'swap.change': { actions: [withEvent('change'), 'forgetPrices', 'watchLegs'] },
          'swap.quote': { guard: 'isReady', target: 'quoting' },
          'account.wallet': { target: '.reloading', actions: withEvent('noteWallet') },
          'account.missed': '.reloading',
        },
        initial: 'resting',
        states: {
          resting: {},
          reloading: {
            description: 'Reloads after each wallet event. The last data stays if the request fails.',
            invoke: {
              src: 'reloadOffer',
              id: 'reload',
              onDone: { target: 'resting', actions: withEvent('keepOffer') },
              onError: 'resting',
            },
          },
        },
      },
      quoting: {
        tags: ['form', 'busy'],
        entry: 'forgetFailure',
        invoke: {
          src: 'takeQuote',
          id: 'takeQuote',
          input: ({ context: { form, newRequestId } }) => ({ ...form, requestId: newRequestId() }),
          onDone: { target: 'quoted', actions: withEvent('keepQuote') },
          onError: { target: 'editing.reloading', actions: withEvent('noteFailure') },
        },
      },
      quoted: {
        description: 'The quote is shown with its countdown.',
        tags: ['form', 'sheet'],
        after: { untilExpiry: 'over' },
        on: {
          'swap.confirm': { guard: 'isLive', target: 'swapping' },
          'swap.back': 'editing.reloading',
        },
      },
      over: {
        description: 'The quote expired or was refused: the user can request another.',
        tags: ['form', 'sheet', 'over'],
        on: {
          'swap.quote': { guard: 'isReady', target: 'quoting' },
          'swap.back': { target: 'editing.reloading', actions: 'forgetFailure' },
        },
      },
      swapping: submission({
        request: ({ quote, newRequestId }: Context) => ({ id: quote?.id ?? '', requestId: newRequestId() }),
        tags: ['form', 'sheet', 'pending'],
        done: { target: 'swapped', keep: 'keepSwap' },
        refused: 'over',
        unknown: { target: 'unknown' },
      }),
      unknown: {
        description: 'The outcome is unknown: the list of swaps shows it.',
        tags: ['form', 'sheet', 'uncertain'],
        on: { 'swap.back': 'editing.reloading' },
      },
      swapped: {
        tags: ['form', 'sheet'],
        on: { 'swap.back': 'editing.reloading' },
      },
    },
  })

export type SwapActor = ActorRefFrom<typeof swapFormMachine>
