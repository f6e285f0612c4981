import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Heard } from '../../api/kept-answers.ts'
import type { Wallet } from '../../api/wallet.ts'
import { mergeWallet, mergeWallets } from '../../rules/wallets.ts'
import { mustProvide } from '../parts/must-provide.ts'

type Came = { output: Heard<readonly Wallet[]> }

/**
 * The wallets of whoever is signed in, for every page that shows money: loaded when a page first needs them, loaded
 * again behind what is shown when another opens, and kept current by the account's events. `asOf`: when they were so, in
 * ms since the epoch, where no answer has come since; else null.
 */
export const walletsMachine = setup({
  types: {
    context: {} as { wallets: readonly Wallet[]; asOf: number | null },
    events: {} as
      | { type: 'wallets.open' }
      | { type: 'wallets.retry' }
      | { type: 'account.wallet'; wallet: Wallet }
      | { type: 'account.missed' }
      | { type: 'session.over' },
    tags: {} as 'loading' | 'ready' | 'failed',
  },
  actors: {
    loadWallets: fromPromise<Heard<readonly Wallet[]>>(mustProvide('loadWallets')),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
    watchSession: fromCallback<{ type: 'none' }>(mustProvide('watchSession')),
  },
  actions: {
    keep: assign(({ context }, { output: { value, asOf } }: Came) => ({
      wallets: mergeWallets(context.wallets, value),
      asOf,
    })),
    note: assign(({ context }, { wallet }: { wallet: Wallet }) => ({ wallets: mergeWallet(context.wallets, wallet) })),
    forget: assign({ wallets: [], asOf: null }),
  },
  guards: {
    isOld: (_, { output: { asOf } }: Came) => asOf !== null,
  },
}).createMachine({
  id: 'wallets',
  description: 'What someone has, one wallet per currency.',
  context: { wallets: [], asOf: null },
  invoke: [
    { src: 'watchAccount', id: 'watchAccount' },
    { src: 'watchSession', id: 'watchSession' },
  ],
  initial: 'resting',
  on: {
    'session.over': { target: '.resting', actions: 'forget' },
    'account.wallet': { actions: { type: 'note', params: ({ event }) => event } },
  },
  states: {
    resting: {
      description: 'Nobody is signed in, or no page has asked yet.',
      tags: 'loading',
      on: { 'wallets.open': 'loading' },
    },
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadWallets',
        id: 'loadWallets',
        onDone: { target: 'ready', actions: { type: 'keep', params: ({ event }) => event } },
        onError: 'failed',
      },
    },
    failed: {
      tags: 'failed',
      on: { 'wallets.retry': 'loading', 'wallets.open': 'loading' },
    },
    ready: {
      tags: 'ready',
      on: { 'wallets.open': 'refreshing', 'account.missed': 'refreshing' },
    },
    refreshing: {
      description: 'What is known is shown meanwhile, and stays where the answer does not come.',
      tags: 'ready',
      invoke: {
        src: 'loadWallets',
        id: 'refresh',
        onDone: [
          { guard: { type: 'isOld', params: ({ event }) => event }, target: 'ready' },
          { target: 'ready', actions: { type: 'keep', params: ({ event }) => event } },
        ],
        onError: 'ready',
      },
    },
  },
})
