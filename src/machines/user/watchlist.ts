import { assign, fromCallback, setup } from 'xstate'
import { changeWatchlist, type Watchlist, watched } from '../../api/market/watchlist.ts'
import type { Input } from '../../api/wire/call.ts'
import { type WatchChange, withChange, withChanges } from '../../rules/market/watchlist.ts'
import { call } from '../actors/call.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { isRefusal } from '../parts/refusal.ts'
import { withEvent } from '../parts/with-event.ts'

/** The stored watchlist. `owner`: the user, absent for a guest. */
export type KeptWatchlist = Watchlist & {
  owner: string | null
  /** Changes not accepted by the server yet, oldest first. */
  pending: readonly WatchChange[]
}

type Context = KeptWatchlist

const nobodys: KeptWatchlist = { owner: null, version: 0, symbols: [], pending: [] }

/** The watchlist as shown: with unanswered changes applied. */
export const watchedOf = ({ symbols, pending }: Pick<Context, 'symbols' | 'pending'>): readonly string[] =>
  withChanges(symbols, pending)

const turned = (context: Context, symbol: string): WatchChange =>
  watchedOf(context).includes(symbol) ? { action: 'remove', symbol } : { action: 'add', symbol }

/**
 * The watchlist: of the account if signed in, else of this device. Changes are shown
 * at once and sent one at a time; offline they are queued, and a refused one is undone. A guest's
 * watchlist is appended to the account's at sign-in.
 */
export const watchlistMachine = setup({
  types: {
    context: {} as Context,
    input: {} as KeptWatchlist,
    events: {} as
      | { type: 'watch.toggle'; symbol: string }
      | { type: 'watch.retry' }
      | { type: 'session.person'; person: string | null }
      | { type: 'account.watchlist'; watchlist: Watchlist }
      | { type: 'account.missed' },
    tags: {} as 'known' | 'failed',
  },
  actors: {
    loadWatchlist: call(watched, { quiet: true }),
    changeWatchlist: call(changeWatchlist, {
      input: (change: WatchChange): Input<typeof changeWatchlist> =>
        change.action === 'merge' ? { ...change, symbols: [...change.symbols] } : change,
      stays: true,
    }),
    watchAccount,
    watchPerson: fromCallback<{ type: 'none' }>(mustProvide('watchPerson')),
  },
  actions: {
    keep: (_, __: { kept: KeptWatchlist }) => mustProvide('keep', 'action')(),
    tellFull: mustProvide('tellFull', 'action'),
    turnHere: assign(({ context }, { symbol }: { symbol: string }) => ({
      symbols: [...(withChange(context.symbols, turned(context, symbol)) ?? context.symbols)],
    })),
    turn: assign(({ context }, { symbol }: { symbol: string }) => ({
      pending: [...context.pending, turned(context, symbol)],
    })),
    become: assign(({ context }, { person }: { person: string | null }): KeptWatchlist => {
      const isMoving = person !== null && context.owner === null && context.symbols.length > 0
      const pending: WatchChange[] = isMoving ? [{ action: 'merge', symbols: context.symbols }] : []
      return { ...nobodys, owner: person, pending }
    }),
    take: assign(({ context }, { watchlist }: { watchlist: Watchlist }) =>
      watchlist.version < context.version ? {} : { version: watchlist.version, symbols: watchlist.symbols },
    ),
    dropChange: assign(({ context }) => ({ pending: context.pending.slice(1) })),
    undo: assign({ pending: [] }),
  },
  guards: {
    isAccount: ({ context }) => context.owner !== null,
    isOther: ({ context }, { person }: { person: string | null }) => person !== context.owner,
    isRefusal,
    hasChanges: ({ context }) => context.pending.length > 0,
    hasRoom: ({ context }, { symbol }: { symbol: string }) =>
      withChange(watchedOf(context), turned(context, symbol)) !== undefined,
  },
}).createMachine({
  id: 'watchlist',
  description: 'The watchlist, stored on the server for an account and on the device for a guest.',
  context: ({ input }) => input,
  invoke: [{ src: 'watchPerson' }, { src: 'watchAccount' }],
  initial: 'opening',
  on: {
    'session.person': {
      guard: withEvent('isOther'),
      target: '.opening',
      actions: [withEvent('become'), { type: 'keep', params: ({ context }) => ({ kept: context }) }],
    },
  },
  states: {
    opening: {
      always: [{ guard: 'isAccount', target: 'account' }, { target: 'guest' }],
    },
    guest: {
      tags: 'known',
      on: {
        'watch.toggle': [
          {
            guard: withEvent('hasRoom'),
            actions: [withEvent('turnHere'), { type: 'keep', params: ({ context }) => ({ kept: context }) }],
          },
          { actions: 'tellFull' },
        ],
      },
    },
    account: {
      initial: 'loading',
      on: {
        'watch.toggle': [
          {
            guard: withEvent('hasRoom'),
            actions: [withEvent('turn'), { type: 'keep', params: ({ context }) => ({ kept: context }) }],
          },
          { actions: 'tellFull' },
        ],
        'account.watchlist': {
          actions: [withEvent('take'), { type: 'keep', params: ({ context }) => ({ kept: context }) }],
        },
        'account.missed': '.loading',
      },
      states: {
        loading: {
          invoke: {
            src: 'loadWatchlist',
            id: 'loadWatchlist',
            onDone: {
              target: 'settled',
              actions: [
                { type: 'take', params: ({ event }) => ({ watchlist: event.output }) },
                { type: 'keep', params: ({ context }) => ({ kept: context }) },
              ],
            },
            onError: 'apart',
          },
        },
        settled: { tags: 'known', always: { guard: 'hasChanges', target: 'sending' } },
        sending: {
          tags: 'known',
          invoke: {
            src: 'changeWatchlist',
            id: 'changeWatchlist',
            input: ({ context }) => context.pending[0] ?? { action: 'merge', symbols: [] },
            onDone: {
              target: 'settled',
              actions: [
                { type: 'take', params: ({ event }) => ({ watchlist: event.output }) },
                'dropChange',
                { type: 'keep', params: ({ context }) => ({ kept: context }) },
              ],
            },
            onError: [
              {
                guard: withEvent('isRefusal'),
                target: 'loading',
                actions: ['undo', { type: 'keep', params: ({ context }) => ({ kept: context }) }],
              },
              { target: 'apart' },
            ],
          },
        },
        apart: {
          description: 'Offline: the last data is shown, and changes are queued.',
          tags: ['known', 'failed'],
          on: { 'watch.retry': 'loading' },
        },
      },
    },
  },
})
