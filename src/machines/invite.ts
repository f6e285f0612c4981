import { assign, fromPromise, setup } from 'xstate'
import type { Invite } from '../api/user.ts'
import { mustProvide } from './must-provide.ts'

/** Someone's invitation, and what it has brought. */
export const inviteMachine = setup({
  types: {
    context: {} as { invite: Invite | null },
    events: {} as { type: 'invite.retry' },
    tags: {} as 'loading',
  },
  actors: {
    loadInvite: fromPromise<Invite>(mustProvide('loadInvite')),
  },
  actions: {
    keep: assign((_, { output }: { output: Invite }) => ({ invite: output })),
  },
}).createMachine({
  id: 'invite',
  description: 'An invitation: its code and link, who came by it, and what it has brought.',
  context: { invite: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadInvite',
        id: 'loadInvite',
        onDone: { target: 'shown', actions: { type: 'keep', params: ({ event }) => event } },
        onError: 'failed',
      },
    },
    shown: {},
    failed: { on: { 'invite.retry': 'loading' } },
  },
})
