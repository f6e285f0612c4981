import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Kyc } from '../../api/kyc.ts'
import type { PayPasswordInfo } from '../../api/safe.ts'
import { mustProvide } from '../parts/must-provide.ts'

/** What guards an account, as far as it is known. */
export type Guards = { bound: PayPasswordInfo; kyc: Kyc }

/** How well an account is guarded, and how far its owner is known by name. */
export const securityMachine = setup({
  types: {
    context: {} as { guards: Guards | null },
    events: {} as { type: 'security.retry' } | { type: 'account.kyc'; kyc: Kyc } | { type: 'account.missed' },
    tags: {} as 'loading' | 'failed' | 'ready',
  },
  actors: {
    loadGuards: fromPromise<Guards>(mustProvide('loadGuards')),
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
  description: 'What guards an account, for the list of what is missing.',
  context: { guards: null },
  invoke: { src: 'watchAccount', id: 'watchAccount' },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadGuards',
        id: 'loadGuards',
        onDone: { target: 'ready', actions: { type: 'keep', params: ({ event }) => event } },
        onError: 'failed',
      },
    },
    failed: { tags: 'failed', on: { 'security.retry': 'loading' } },
    ready: {
      tags: 'ready',
      on: {
        'account.kyc': { actions: { type: 'note', params: ({ event }) => event } },
        'account.missed': 'loading',
      },
    },
  },
})
