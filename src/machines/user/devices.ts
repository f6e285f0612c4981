import { assign, setup } from 'xstate'
import { type Device, sessions } from '../../api/account/safe.ts'
import { call } from '../actors/call.ts'
import { loadFirstBy } from '../parts/loadFirst.ts'
import { isRefusal } from '../parts/refusal.ts'
import { withEvent } from '../parts/with-event.ts'

/** The session to end; null: all but this one. */
export type Ending = { id: string | null }

/** The user's sessions, and ending them. */
export const devicesMachine = setup({
  types: {
    context: {} as { devices: readonly Device[]; ending: Ending },
    events: {} as { type: 'devices.end'; id: string } | { type: 'devices.endOthers' },
    tags: {} as 'ready' | 'busy' | 'networkFailed',
    children: {} as { load: 'loadDevices' },
  },
  actors: {
    loadDevices: loadFirstBy(call(sessions, { input: () => ({ action: 'list' }) })),
    endDevices: call(sessions, {
      input: ({ id }: Ending) => (id === null ? { action: 'endOthers' } : { action: 'end', id }),
      stays: true,
    }),
  },
  actions: {
    keep: assign((_, { output }: { output: readonly Device[] }) => ({ devices: output })),
    choose: assign((_, ending: Ending) => ({ ending })),
  },
  guards: {
    isOther: ({ context }, { id }: { id: string }) => context.devices.some((each) => each.id === id && !each.current),
    hasOthers: ({ context }) => context.devices.some(({ current }) => !current),
    isRefusal,
  },
}).createMachine({
  id: 'devices',
  description: 'The devices on which the user is signed in.',
  context: { devices: [], ending: { id: null } },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadDevices',
        id: 'load',
        onDone: { target: 'ready', actions: withEvent('keep') },
      },
    },
    ready: {
      tags: 'ready',
      initial: 'idle',
      on: {
        'devices.end': {
          guard: withEvent('isOther'),
          target: 'ending',
          actions: { type: 'choose', params: ({ event: { id } }) => ({ id }) },
        },
        'devices.endOthers': {
          guard: 'hasOthers',
          target: 'ending',
          actions: { type: 'choose', params: { id: null } },
        },
      },
      states: { idle: {}, networkFailed: { tags: 'networkFailed' } },
    },
    ending: {
      tags: ['ready', 'busy'],
      invoke: {
        src: 'endDevices',
        id: 'endDevices',
        input: ({ context: { ending } }) => ending,
        onDone: { target: 'ready', actions: withEvent('keep') },
        onError: [
          {
            description: 'The session has already ended: reloads the list.',
            guard: withEvent('isRefusal'),
            target: 'loading',
          },
          { target: 'ready.networkFailed' },
        ],
      },
    },
  },
})
