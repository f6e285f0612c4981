import type { ActorRefFrom } from 'xstate'
import { assign, fromPromise, sendTo, setup } from 'xstate'
import type { Kyc } from '../../api/account/kyc.ts'
import type { Wallet } from '../../api/money/wallet.ts'
import { config, type Strategy, type StrategyOffer, submit } from '../../api/trade/strategy.ts'
import type { Interval } from '../../rules/market/intervals.ts'
import { byLoan, type Cover, freeOf } from '../../rules/money/coverage.ts'
import { QUOTE } from '../../rules/spot/spot.ts'
import { type StrategyForm, strategyFieldOf, validateStrategy } from '../../rules/strategy/form.ts'
import { rangeAround, type StrategyType } from '../../rules/strategy/strategy.ts'
import { dep, send } from '../actors/call.ts'
import { type Drafted, draftOf } from '../actors/draft.ts'
import { loadName } from '../actors/trading.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { watchPrice } from '../actors/watch-prices.ts'
import type { Failure } from '../parts/form.ts'
import { submission, submissionParts } from '../parts/submission.ts'
import { type OnceOutcome, type OnceRequest, type OnceSending, submitOnceBy } from '../parts/submitOnce.ts'
import { withEvent } from '../parts/with-event.ts'
import { isKnown } from '../reviews/kyc.ts'
import { CONFIRM_MS_MAX, type PriceNow, type WantedName } from './orderForm.ts'
import { type PastQuestion, strategyPastMachine } from './strategyPast.ts'

/** Data for the strategy form. `wanted`: the pending requirement for trading; `cover`: the loan cover. */
export type LoadedStrategyOffer = { offer: StrategyOffer; wanted: WantedName | null; cover?: Cover | null }

/** `serverNow`: the server's clock, in ms since the epoch. */
export type StrategyFormInput = {
  type: StrategyType
  symbol: string
  newRequestId: () => string
  serverNow: () => number
}

/** The request. If it first arrives after `confirmBy`, in ms since the epoch, it starts nothing. */
export type StrategyRequest = StrategyForm & OnceRequest & { confirmBy: number }

/** Backtest periods in days, with the number and interval of bars. */
export const pastSpans = [
  { days: 7, interval: '15m', bars: 672 },
  { days: 30, interval: '1h', bars: 720 },
  { days: 365, interval: '1d', bars: 365 },
] as const satisfies readonly { days: number; interval: Interval; bars: number }[]
type PastDays = (typeof pastSpans)[number]['days']

type Context = Drafted & {
  form: StrategyForm
  loaded: LoadedStrategyOffer | null
  now: PriceNow
  /** Backtest period in days. */
  pastDays: PastDays
  failure: Failure | null
  requestId: string
  confirmBy: number
  started: Strategy | null
  newRequestId: () => string
  serverNow: () => number
}

/** The draft of a strategy. Its range is not kept: it begins around the price of the day. */
export const strategyDraft = draftOf<Context>({
  name: 'strategy',
  stored: ['amount', 'days', 'grids'],
  isBegun: ({ form, started }) => started === null && form.amount !== '',
})

type Change = Partial<Omit<StrategyForm, 'type' | 'symbol'>>
type Outcome = { output: OnceOutcome<Strategy> }

/** The form's values at the current balance and price. */
export function validateStrategyNow({ form, loaded, now }: Pick<Context, 'form' | 'loaded' | 'now'>) {
  const holding = loaded && { currency: QUOTE, available: loaded.offer.available }
  const available = holding && freeOf(holding, loaded.cover)
  const validated = validateStrategy(form, { available, price: now.price })
  return byLoan(validated, holding, loaded?.cover, available ?? '0')
}

/** The backtest of the form, whatever the balance; null if it is not a valid strategy yet. */
function questionOf({ form, loaded, now, pastDays }: Context): PastQuestion | null {
  const { values } = validateStrategy(form, { available: null, price: now.price })
  const span = pastSpans.find(({ days }) => days === pastDays)
  if (!values || !loaded || !span) return null
  const { interval, bars } = span
  return { form, dayMs: loaded.offer.daySeconds * 1_000, interval, bars }
}

/** Data for the strategy form. */
export const loadStrategyOffer = fromPromise<LoadedStrategyOffer>(async ({ signal }) => {
  const [offer, wanted, cover] = await Promise.all([
    send(config, {}, { signal }),
    loadName(signal),
    dep('loadCover')(signal),
  ])
  return { offer, wanted, cover }
})

/** The form's values, without those of the other kind of strategy. */
const settingsOf = ({ type, symbol, amount, days, lower, upper, grids }: StrategyRequest) =>
  type === 'recurring'
    ? { type, symbol, amount, days: Number(days) }
    : { type, symbol, amount, lower, upper, grids: Number(grids) }

/** Starts a strategy, or retries the request. It outlives its actor, since a sent request cannot be recalled. */
const submitStrategy = fromPromise<Strategy, OnceSending<StrategyRequest>>(({ input: { again: _, ...request } }) => {
  const { requestId, confirmBy } = request
  return send(submit, { ...settingsOf(request), requestId, confirmBy }, { quiet: true })
})

/**
 * The form that starts a strategy, with its backtest, its maximum loss and its costs.
 *
 * Tag `pending`: a strategy may be running without confirmation.
 */
export const strategyFormMachine = setup({
  types: {
    context: {} as Context,
    input: {} as StrategyFormInput,
    events: {} as
      | { type: 'strategy.change'; change: Change }
      | { type: 'strategy.lookBack'; days: PastDays }
      | { type: 'strategy.confirm' }
      | { type: 'strategy.retry' }
      | { type: 'price.changed'; now: PriceNow }
      | { type: 'account.wallet'; wallet: Wallet }
      | { type: 'account.kyc'; kyc: Kyc },
    tags: {} as 'failed' | 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce'; past: 'strategyPast' },
  },
  actors: {
    loadOffer: loadStrategyOffer,
    submitOnce: submitOnceBy(submitStrategy),
    strategyPast: strategyPastMachine,
    watchPrice,
    watchAccount,
    keepDraft: strategyDraft.keepDraft,
  },
  actions: {
    keepOffer: assign((_, { output }: { output: LoadedStrategyOffer }) => ({ loaded: output })),
    change: assign(({ context: { form } }, { change }: { change: Change }) => ({
      form: { ...form, ...change },
      failure: null,
    })),
    lookBack: assign((_, { days }: { days: PastDays }) => ({ pastDays: days })),
    notePrice: assign(({ context: { form, now: before } }, { now }: { now: PriceNow }) => ({
      now,
      // The default range is around the first price.
      form:
        form.type === 'grid' && before.price === '' && form.lower === '' && form.upper === ''
          ? { ...form, ...rangeAround(form.symbol, now.price) }
          : form,
    })),
    noteWallet: assign(({ context: { loaded } }, { wallet: { currency, available } }: { wallet: Wallet }) => ({
      loaded: loaded && currency === QUOTE ? { ...loaded, offer: { ...loaded.offer, available } } : loaded,
    })),
    noteReview: assign(({ context: { loaded } }, { kyc }: { kyc: Kyc }) => ({
      loaded: loaded?.wanted
        ? { ...loaded, wanted: isKnown(kyc.state) ? null : { ...loaded.wanted, state: kyc.state } }
        : loaded,
    })),
    playPast: sendTo('past', ({ context }) => ({ type: 'past.play', question: questionOf(context) })),
    noteConfirmed: assign(({ context }) => ({
      confirmBy: Math.floor(context.serverNow()) + CONFIRM_MS_MAX,
      requestId: context.newRequestId(),
    })),
    keepStarted: assign((_, { output }: Outcome) => ({ started: output.type === 'done' ? output.answer : null })),
  },
  guards: {
    isReady: ({ context }) =>
      context.now.market === 'live' &&
      context.loaded !== null &&
      context.loaded.wanted === null &&
      context.loaded.offer.live < context.loaded.offer.max &&
      validateStrategyNow(context).values !== undefined,
  },
})
  .extend(submissionParts(strategyFieldOf))
  .createMachine({
    id: 'strategyForm',
    description: 'Starting a strategy: its backtest, its maximum loss, and its start, at most once.',
    context: ({ input: { type, symbol, newRequestId, serverNow } }) =>
      strategyDraft.restore(
        {
          form: { type, symbol, amount: '', days: '7', lower: '', upper: '', grids: '10' },
          loaded: null,
          now: { market: 'stale', price: '' },
          pastDays: 30,
          failure: null,
          requestId: '',
          confirmBy: 0,
          started: null,
          newRequestId,
          serverNow,
        },
        `${type}.${symbol}`,
      ),
    invoke: [
      { src: 'watchPrice', id: 'watchPrice', input: ({ context }) => ({ symbol: context.form.symbol }) },
      { src: 'watchAccount', id: 'watchAccount' },
      { src: 'strategyPast', id: 'past' },
      strategyDraft.keeping,
    ],
    initial: 'loading',
    on: {
      'price.changed': { actions: [withEvent('notePrice'), 'playPast'] },
      'account.wallet': { actions: withEvent('noteWallet') },
      'account.kyc': { actions: withEvent('noteReview') },
    },
    states: {
      loading: {
        invoke: {
          src: 'loadOffer',
          id: 'loadOffer',
          onDone: { target: 'editing', actions: [withEvent('keepOffer'), 'playPast'] },
          onError: 'failed',
        },
      },
      failed: { tags: 'failed', on: { 'strategy.retry': 'loading' } },
      editing: {
        on: {
          'strategy.change': { actions: [withEvent('change'), 'playPast'] },
          'strategy.lookBack': { actions: [withEvent('lookBack'), 'playPast'] },
          'strategy.confirm': { guard: 'isReady', target: 'submitting', actions: 'noteConfirmed' },
        },
      },
      submitting: submission({
        request: ({ form, requestId, confirmBy }: Context) => ({ ...form, requestId, confirmBy }),
        tags: ['pending'],
        done: { target: 'started', keep: 'keepStarted' },
        refused: 'editing',
        unknown: { target: 'unknown' },
      }),
      unknown: {
        description: 'The outcome is unknown: the list of strategies shows it.',
        tags: 'uncertain',
      },
      started: { type: 'final' },
    },
  })

export type StrategyActor = ActorRefFrom<typeof strategyFormMachine>
