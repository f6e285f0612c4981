import { assign, fromCallback, setup } from 'xstate'
import type { Kyc, RealInfo } from '../../api/account/kyc.ts'
import { loadFirstOf } from '../parts/loadFirst.ts'
import { mustProvide } from '../parts/must-provide.ts'
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
    loadFirstTrade: loadFirstOf<FirstTrade | null>(),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
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
