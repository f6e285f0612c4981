import { assign, fromPromise, setup } from 'xstate'
import { type Equity, equity, type Wallet } from '../../api/money/wallet.ts'
import type { Heard } from '../../api/wire/kept-answers.ts'
import { orKept } from '../actors/calls.ts'
import { watchAccount, watchSession } from '../actors/watch-account.ts'
import { withEvent } from '../parts/with-event.ts'
import { mergeWallet, mergeWallets } from './merge-wallets.ts'
import { RETRY_MS } from './moneyView.ts'

type Came = { output: Heard<Equity> }

/**
 * The user's balances and debts, for every page that shows money: loaded when a page first needs it, and again in the background
 * when another opens, or after money has moved while one is open. `wallets` are kept current by account events;
 * `equity` is from a single answer, so that its parts are consistent. `asOf`: age of cached data, in ms since the epoch;
 * null if current.
 */
export const walletsMachine = setup({
  types: {
    context: {} as {
      wallets: readonly Wallet[]
      equity: Equity | null
      asOf: number | null
      shown: boolean
      outdated: boolean
    },
    events: {} as
      | { type: 'wallets.open' }
      | { type: 'wallets.close' }
      | { type: 'wallets.retry' }
      | { type: 'account.wallet'; wallet: Wallet }
      | { type: 'account.loan' }
      | { type: 'account.missed' }
      | { type: 'session.over' },
    tags: {} as 'loading' | 'ready' | 'failed',
  },
  actors: {
    loadEquity: fromPromise<Heard<Equity>>(({ signal }) => orKept(equity, {}, { signal })),
    watchAccount,
    watchSession,
  },
  actions: {
    keep: assign(({ context }, { output: { value, asOf } }: Came) => ({
      wallets: mergeWallets(context.wallets, value.wallets),
      equity: value,
      asOf,
    })),
    note: assign(({ context }, { wallet }: { wallet: Wallet }) => ({
      wallets: mergeWallet(context.wallets, wallet),
      outdated: true,
    })),
    noteMove: assign({ outdated: true }),
    beginAnew: assign({ outdated: false }),
    show: assign({ shown: true }),
    hide: assign({ shown: false }),
    forget: assign({ wallets: [], equity: null, asOf: null, outdated: false }),
  },
  guards: {
    isOutdated: ({ context }) => context.shown && context.outdated,
    isOld: (_, { output: { asOf } }: Came) => asOf !== null,
  },
  delays: { pause: 300, retry: RETRY_MS },
}).createMachine({
  id: 'wallets',
  description: 'The user’s balances, one wallet per currency, and the components of their equity.',
  context: { wallets: [], equity: null, asOf: null, shown: false, outdated: false },
  invoke: [
    { src: 'watchAccount', id: 'watchAccount' },
    { src: 'watchSession', id: 'watchSession' },
  ],
  initial: 'resting',
  on: {
    'session.over': { target: '.resting', actions: 'forget' },
    'account.wallet': { actions: withEvent('note') },
    'account.loan': { actions: 'noteMove', description: 'Debt accrues daily, without any wallet event.' },
    'account.missed': { actions: 'noteMove' },
    'wallets.open': { actions: 'show' },
    'wallets.close': { actions: 'hide' },
  },
  states: {
    resting: {
      description: 'Nobody is signed in, or no page needs it yet.',
      tags: 'loading',
      on: { 'wallets.open': { target: 'loading', actions: 'show' } },
    },
    loading: {
      tags: 'loading',
      entry: 'beginAnew',
      invoke: {
        src: 'loadEquity',
        id: 'loadEquity',
        onDone: { target: 'ready', actions: withEvent('keep') },
        onError: 'failed',
      },
    },
    failed: {
      tags: 'failed',
      on: { 'wallets.retry': 'loading', 'wallets.open': { target: 'loading', actions: 'show' } },
    },
    ready: {
      tags: 'ready',
      always: { guard: 'isOutdated', target: 'pausing' },
      on: { 'wallets.open': { target: 'refreshing', actions: 'show' } },
    },
    late: {
      description:
        'The last request failed. While a page shows the data it is repeated after a pause, even if the connection was never lost.',
      tags: 'ready',
      after: { retry: 'ready' },
      on: { 'wallets.open': { target: 'refreshing', actions: 'show' } },
    },
    pausing: {
      description: 'One movement sends several events: they are debounced into one request.',
      tags: 'ready',
      after: { pause: 'refreshing' },
    },
    refreshing: {
      description: 'The last data is shown meanwhile, and stays if the request fails.',
      tags: 'ready',
      entry: 'beginAnew',
      invoke: {
        src: 'loadEquity',
        id: 'refresh',
        onDone: [
          { guard: withEvent('isOld'), target: 'late', actions: 'noteMove' },
          { target: 'ready', actions: withEvent('keep') },
        ],
        onError: { target: 'late', actions: 'noteMove' },
      },
    },
  },
})
