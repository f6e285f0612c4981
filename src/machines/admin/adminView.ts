import { assign, fromPromise, setup } from 'xstate'
import { askAdmin } from '../actors/ask-admin.ts'
import { withEvent } from '../parts/with-event.ts'
import { AdminError, type Asked, type Done, wordsOf } from './wire.ts'

/** Refresh interval of a queue, in ms. */
const LOOK_MS = 10_000

/** Asks for the length of each queue, which is no command. */
export const EVERY_QUEUE: Asked = { command: 'waiting', args: [], options: {} }

/** A view of a list, a user or a conversation: the last data stays while it reloads. */
export const adminViewMachine = setup({
  types: {
    // `done`: the newest answer. `read`: the one whose rows are read, which the operator asked for, or the first with rows.
    context: {} as {
      asked: Asked
      follows: boolean
      done: Done | null
      read: Done | null
      failure: string | null
      code: string | null
    },
    // `follows`: whether it refreshes automatically, as a queue does.
    input: {} as { asked: Asked; follows: boolean },
    // `look.news`: the page knows of new data. `look.show`: the newest rows are to be read.
    events: {} as
      | { type: 'look.again' }
      | { type: 'look.news' }
      | { type: 'look.show' }
      | { type: 'look.for'; options: Asked['options'] },
  },
  actors: {
    look: fromPromise(({ input }: { input: Asked }) =>
      input.command === EVERY_QUEUE.command
        ? askAdmin<Done>('waiting', undefined, true)
        : askAdmin<Done>('act', input, input.quiet),
    ),
  },
  actions: {
    keep: assign((_, { output }: { output: Done }) => ({ done: output, failure: null, code: null })),
    read: assign(({ context: { done } }) => ({ read: done })),
    readIfNone: assign(({ context: { done, read } }) => ({ read: read && read.rows.length > 0 ? read : done })),
    lookFor: assign(({ context: { asked } }, { options }: { options: Asked['options'] }) => ({
      asked: { ...asked, options },
    })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({
      failure: wordsOf(error),
      code: error instanceof AdminError ? error.code : null,
    })),
  },
  guards: { follows: ({ context: { follows } }) => follows },
  delays: { LOOK_MS },
}).createMachine({
  id: 'adminView',
  description: 'A view of the admin console.',
  context: ({ input: { asked, follows } }) => ({ asked, follows, done: null, read: null, failure: null, code: null }),
  initial: 'looking',
  on: {
    'look.again': '.looking',
    'look.show': { actions: 'read' },
    'look.for': { target: '.looking', actions: withEvent('lookFor') },
  },
  states: {
    looking: {
      invoke: {
        src: 'look',
        id: 'look',
        input: ({ context: { asked } }) => asked,
        onDone: { target: 'shown', actions: [withEvent('keep'), 'read'] },
        onError: { target: 'shown', actions: withEvent('noteFailure') },
      },
    },
    shown: {
      after: { LOOK_MS: { guard: 'follows', target: 'following' } },
      on: { 'look.news': 'following' },
    },
    following: {
      description: 'An automatic refresh does not extend the session.',
      invoke: {
        src: 'look',
        id: 'follow',
        input: ({ context: { asked } }) => ({ ...asked, quiet: true }),
        onDone: { target: 'shown', actions: [withEvent('keep'), 'readIfNone'] },
        onError: { target: 'shown', actions: withEvent('noteFailure') },
      },
    },
  },
})
