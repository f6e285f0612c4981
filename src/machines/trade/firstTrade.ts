import { assign, fromPromise, setup } from 'xstate'
import { getRealInfo, type Kyc, type RealInfo } from '../../api/account/kyc.ts'
import { lists, whlists } from '../../api/trade/microtrade.ts'
import { dep, send } from '../actors/call.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { withEvent } from '../parts/with-event.ts'

/** The progress of a user who has never traded. `reviewSeconds`: duration of a review. */
export type FirstTrade = Pick<RealInfo, 'neededFor' | 'state' | 'reviewSeconds'>

/** The progress towards the first trade, kept current by account events. */
export const firstTradeMachine = setup({
  types: {
    /** Null until loaded, and for users who have traded. */
    context: {} as { standing: FirstTrade | null },
    events: {} as { type: 'account.kyc'; kyc: Kyc } | { type: 'account.order' } | { type: 'account.missed' },
    children: {} as { load: 'loadFirstTrade' },
  },
  actors: {
    loadFirstTrade: loadFirstBy(
      fromPromise<FirstTrade | null>(async ({ signal }) => {
        if (dep('hasTraded')()) return null
        const options = { signal, quiet: true }
        const [name, ...ended] = await Promise.all([
          send(getRealInfo, {}, options),
          send(lists, { list: 1, limit: 1 }, options),
          send(whlists, { list: 1, limit: 1 }, options),
        ])
        if (ended.some((list) => list.length > 0)) return null
        const { neededFor, state, reviewSeconds } = name
        return { neededFor, state, reviewSeconds }
      }),
    ),
    watchAccount,
  },
  actions: {
    keep: assign((_, { output }: { output: FirstTrade | null }) => ({ standing: output })),
    note: assign(({ context: { standing } }, { kyc: { state } }: { kyc: Kyc }) => ({
      standing: standing && { ...standing, state },
    })),
    forget: assign({ standing: null }),
  },
}).createMachine({
  id: 'firstTrade',
  description:
    'What is left until someone’s first trade. Nobody waits for it: where it cannot be known, nothing is said.',
  context: { standing: null },
  invoke: { src: 'watchAccount', id: 'watchAccount' },
  initial: 'loading',
  on: { 'account.missed': '.loading' },
  states: {
    loading: {
      invoke: {
        src: 'loadFirstTrade',
        id: 'load',
        onDone: { target: 'known', actions: withEvent('keep') },
      },
    },
    known: {
      on: {
        'account.kyc': { actions: withEvent('note') },
        'account.order': { actions: 'forget' },
      },
    },
  },
})
