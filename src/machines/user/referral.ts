import { assign, fromPromise, setup } from 'xstate'
import type { Invite } from '../../api/user.ts'
import { mustProvide } from '../parts/must-provide.ts'

/** Someone's invitation, and what it has brought. */
export const referralMachine = setup({
  types: {
    context: {} as { referral: Invite | null },
    events: {} as { type: 'referral.retry' },
    tags: {} as 'loading',
  },
  actors: {
    loadReferral: fromPromise<Invite>(mustProvide('loadReferral')),
  },
  actions: {
    keep: assign((_, { output }: { output: Invite }) => ({ referral: output })),
  },
}).createMachine({
  id: 'referral',
  description: 'An invitation: its code and link, who came by it, and what it has brought.',
  context: { referral: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadReferral',
        id: 'loadReferral',
        onDone: { target: 'shown', actions: { type: 'keep', params: ({ event }) => event } },
        onError: 'failed',
      },
    },
    shown: {},
    failed: { on: { 'referral.retry': 'loading' } },
  },
})
