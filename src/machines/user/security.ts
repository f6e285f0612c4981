import { assign, fromCallback, setup } from 'xstate'
import type { Kyc } from '../../api/account/kyc.ts'
import type { PayPasswordInfo } from '../../api/account/safe.ts'
import { loadFirstOf } from '../parts/loadFirst.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { withEvent } from '../parts/with-event.ts'

/** The account's security settings, as far as loaded. */
export type Guards = { bound: PayPasswordInfo; kyc: Kyc }

/** The account's security settings and the state of identity verification. */
export const securityMachine = setup({
  types: {
    context: {} as { guards: Guards | null },
    events: {} as { type: 'account.kyc'; kyc: Kyc } | { type: 'account.missed' },
    children: {} as { load: 'loadGuards' },
  },
  actors: {
    loadGuards: loadFirstOf<Guards>(),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    keep: assign((_, { output }: { output: Guards }) => ({ guards: output })),
    note: assign(({ context: { guards } }, { kyc }: { kyc: Kyc }) => ({
      guards: guards && { ...guards, kyc },
    })),
  },
}).createMachine({
  id: 'security',
  description: 'The account’s security settings, for the list of missing ones.',
  context: { guards: null },
  invoke: { src: 'watchAccount', id: 'watchAccount' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadGuards',
        id: 'load',
        onDone: { target: 'ready', actions: withEvent('keep') },
      },
    },
    ready: {
      on: {
        'account.kyc': { actions: withEvent('note') },
        'account.missed': 'loading',
      },
    },
  },
})
