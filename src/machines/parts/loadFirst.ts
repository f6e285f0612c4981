import {
  type ActorLogic,
  type ActorRefFrom,
  assign,
  type EventFromLogic,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
  type SnapshotFrom,
  setup,
} from 'xstate'
import { mustProvide } from './must-provide.ts'
import { withEvent } from './with-event.ts'

/** Loads required data with retries. A form invokes it while it waits, and continues with its output. */
export const loadFirstMachine = setup({
  types: {
    context: {} as { asked: NonReducibleUnknown; loaded: NonReducibleUnknown },
    input: {} as NonReducibleUnknown,
    output: {} as NonReducibleUnknown,
    events: {} as { type: 'load.retry' },
    tags: {} as 'failed',
  },
  actors: {
    load: fromPromise<NonReducibleUnknown>(mustProvide('load')),
  },
  actions: {
    keep: assign((_, { output }: { output: NonReducibleUnknown }) => ({ loaded: output })),
  },
}).createMachine({
  id: 'loadFirst',
  description: 'Loads required data, and retries until it arrives.',
  context: ({ input }) => ({ asked: input, loaded: null }),
  output: ({ context: { loaded } }) => loaded,
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        id: 'load',
        input: ({ context: { asked } }) => asked,
        onDone: { target: 'loaded', actions: withEvent('keep') },
        onError: 'failed',
      },
    },
    failed: { tags: 'failed', on: { 'load.retry': 'loading' } },
    loaded: { type: 'final' },
  },
})

type First = typeof loadFirstMachine
type Ended<Loaded> = { status: 'done'; output: Loaded } | { status: 'active' | 'error' | 'stopped'; output: undefined }

/** The machine, typed for one kind of data. Its input is that of the effect that loads. */
export type LoadFirst<Loaded> = ActorLogic<
  SnapshotFrom<First> & Ended<Loaded>,
  EventFromLogic<First>,
  NonReducibleUnknown
>

/** Its state for a view: undefined if nothing is awaited. */
export type Loading = ActorRefFrom<First> | undefined

/** The machine that loads by an effect. */
export const loadFirstBy = <Loaded, Input>(load: PromiseActorLogic<Loaded, Input>) =>
  loadFirstMachine.provide({
    actors: { load: load as unknown as PromiseActorLogic<NonReducibleUnknown> },
  }) as unknown as LoadFirst<Loaded>
