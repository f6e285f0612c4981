import { assign, fromCallback, sendTo, setup } from 'xstate'
import { mustProvide } from '../parts/must-provide.ts'
import { withEvent } from '../parts/with-event.ts'

/** Commands to the socket. */
export type SocketCommand = { type: 'socket.retry' }

export type ConnectionEvent =
  | { type: 'connection.trying'; attempt: number }
  | { type: 'connection.opened' }
  | { type: 'connection.lost'; attempt: number; retryAt: number }
  | { type: 'connection.closed' }
  | { type: 'connection.wentOffline' }
  | { type: 'connection.cameOnline' }
  | { type: 'connection.retry' }

/**
 * Mirrors the socket for the views. `fresh` and `stale`: whether prices are live; `interrupted`: that they were, or
 * should be, and are not. `attempt` counts tries since the last connection; `retryAt`: ms since the epoch.
 */
export const connectionMachine = setup({
  types: {
    context: {} as { attempt: number; retryAt: number | null; online: boolean },
    events: {} as ConnectionEvent,
    tags: {} as 'fresh' | 'stale' | 'interrupted',
  },
  actors: {
    socket: fromCallback<SocketCommand>(mustProvide('socket')),
  },
  actions: {
    noteAttempt: assign((_, { attempt }: { attempt: number }) => ({ attempt, retryAt: null })),
    noteLoss: assign((_, { attempt, retryAt }: { attempt: number; retryAt: number }) => ({ attempt, retryAt })),
    noteSuccess: assign({ attempt: 0, retryAt: null }),
    noteOnline: assign((_, { online }: { online: boolean }) => ({ online })),
    askSocket: sendTo('socket', { type: 'socket.retry' }),
  },
  guards: {
    isOnline: ({ context }) => context.online,
  },
}).createMachine({
  id: 'connection',
  description: 'The state of the live connection.',
  context: { attempt: 0, retryAt: null, online: true },
  invoke: { src: 'socket', id: 'socket' },
  initial: 'connecting',
  on: {
    'connection.opened': { target: '.live', actions: 'noteSuccess' },
    'connection.lost': [
      { guard: 'isOnline', target: '.reconnecting.waiting', actions: withEvent('noteLoss') },
      { target: '.offline', actions: withEvent('noteLoss') },
    ],
    'connection.closed': { target: '.closed', actions: 'noteSuccess' },
    'connection.wentOffline': {
      description: 'An open socket overrides the browser’s offline signal, which can be wrong.',
      actions: { type: 'noteOnline', params: { online: false } },
    },
    'connection.cameOnline': { actions: { type: 'noteOnline', params: { online: true } } },
  },
  states: {
    connecting: {
      tags: 'stale',
      on: {
        'connection.trying': { actions: withEvent('noteAttempt') },
      },
    },
    live: { tags: 'fresh' },
    reconnecting: {
      tags: ['stale', 'interrupted'],
      initial: 'waiting',
      on: {
        'connection.trying': { target: '.trying', actions: withEvent('noteAttempt') },
        'connection.wentOffline': {
          target: 'offline',
          actions: { type: 'noteOnline', params: { online: false } },
        },
      },
      states: {
        waiting: {
          on: { 'connection.retry': { actions: 'askSocket' } },
        },
        trying: {
          on: { 'connection.retry': { actions: 'askSocket' } },
        },
      },
    },
    offline: {
      tags: ['stale', 'interrupted'],
      on: {
        'connection.cameOnline': {
          target: 'reconnecting.waiting',
          actions: { type: 'noteOnline', params: { online: true } },
        },
        'connection.retry': { actions: 'askSocket' },
      },
    },
    closed: {
      description: 'The app closed the socket itself.',
      tags: 'stale',
      on: {
        'connection.trying': { target: 'connecting', actions: withEvent('noteAttempt') },
      },
    },
  },
})
