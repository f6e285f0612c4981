import { assign, fromCallback, sendTo, setup } from 'xstate'
import { mustProvide } from '../parts/must-provide.ts'

/** Delay after "later", in ms. Reopening the app loads the new build anyway. */
export const LATER_MS = 4 * 3_600_000

/** How long the new build may take to activate, in ms. After that the page reloads as it is. */
export const TAKE_MS = 10_000

export type UpdateEvent =
  /** A newer build is downloaded completely. */
  | { type: 'update.found' }
  /** A newer build has activated, by this window or another: this window is outdated. */
  | { type: 'update.taken' }
  /** Something that a reload would lose is open; or no longer. */
  | { type: 'page.occupied' }
  | { type: 'page.free' }
  /** The user's choice. */
  | { type: 'update.accept' }
  | { type: 'update.later' }

/** Commands to the watcher of builds. */
export type UpdateCommand = { type: 'update.take' }

/** Offers a newer build of the app, and reloads the page when allowed: never with an open form. */
export const updateMachine = setup({
  types: {
    context: {} as { occupied: boolean; taken: boolean },
    events: {} as UpdateEvent,
    tags: {} as 'offered' | 'taking',
  },
  actors: {
    watchUpdate: fromCallback<UpdateCommand>(mustProvide('watchUpdate')),
    watchPage: fromCallback(mustProvide('watchPage')),
  },
  actions: {
    noteOccupied: assign((_, { occupied }: { occupied: boolean }) => ({ occupied })),
    noteTaken: assign({ taken: true }),
    take: sendTo('watchUpdate', { type: 'update.take' }),
    reload: mustProvide('reload', 'action'),
  },
  delays: { later: LATER_MS, take: TAKE_MS },
  guards: {
    isOccupied: ({ context }) => context.occupied,
    isFree: ({ context }) => !context.occupied,
    isTaken: ({ context }) => context.taken,
  },
}).createMachine({
  id: 'update',
  description: 'A newer build of the app: offered, and installed when the user accepts.',
  context: { occupied: false, taken: false },
  invoke: [
    { src: 'watchUpdate', id: 'watchUpdate' },
    { src: 'watchPage', id: 'watchPage' },
  ],
  initial: 'current',
  on: {
    'page.occupied': { actions: { type: 'noteOccupied', params: { occupied: true } } },
    'page.free': { actions: { type: 'noteOccupied', params: { occupied: false } } },
    'update.taken': { target: '.waiting', actions: 'noteTaken' },
  },
  states: {
    current: {
      on: { 'update.found': 'waiting' },
    },
    waiting: {
      description: 'A newer build is available.',
      initial: 'offered',
      states: {
        offered: {
          tags: 'offered',
          always: { guard: 'isOccupied', target: 'held' },
          on: {
            'update.accept': [{ guard: 'isTaken', target: '#update.reloading' }, { target: '#update.taking' }],
            'update.later': 'postponed',
          },
        },
        held: {
          description: 'A form is open: no offer until it is closed.',
          always: { guard: 'isFree', target: 'offered' },
        },
        postponed: {
          after: { later: 'offered' },
          on: {
            'update.taken': { description: 'Noted, without an earlier offer.', actions: 'noteTaken' },
          },
        },
      },
    },
    taking: {
      description: 'The new build activates; then the page reloads.',
      tags: 'taking',
      entry: 'take',
      on: {
        'update.taken': [
          { guard: 'isOccupied', target: 'waiting.held', actions: 'noteTaken' },
          { target: 'reloading', actions: 'noteTaken' },
        ],
      },
      after: {
        take: [{ guard: 'isOccupied', target: 'waiting.held' }, { target: 'reloading' }],
      },
    },
    reloading: {
      tags: 'taking',
      entry: 'reload',
      on: { 'update.taken': { description: 'The page is already reloading.' } },
    },
  },
})
