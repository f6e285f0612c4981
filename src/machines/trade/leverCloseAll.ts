import { assign, matchesState, type StateValue, sendTo, setup } from 'xstate'
import type { LeverOrder } from '../../api/lever.ts'
import { type Failure, failureOf } from '../parts/form.ts'
import { type OnceOutcome, type OnceRequest, submitOnceOf } from '../parts/submitOnce.ts'

type Outcome = { output: OnceOutcome<readonly LeverOrder[]> }

/** Closing every position at once: asked for twice, and done once. */
export const leverCloseAllMachine = setup({
  types: {
    context: {} as { failure: Failure | null; newRequestId: () => string },
    input: {} as { newRequestId: () => string },
    events: {} as { type: 'all.confirm' } | { type: 'all.checkNow' } | { type: 'all.close' },
    tags: {} as 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    submitOnce: submitOnceOf<OnceRequest, readonly LeverOrder[]>(),
  },
  actions: {
    forgetFailure: assign({ failure: null }),
    noteRefusal: assign((_, { output }: Outcome) => ({
      failure: output.type === 'refused' ? failureOf(output) : null,
    })),
    checkNow: sendTo('submitOnce', { type: 'once.checkNow' }),
  },
  guards: {
    isUncertain: (_, { snapshot }: { snapshot: { value?: StateValue } }) =>
      matchesState('uncertain', snapshot.value ?? ''),
    isDone: (_, { output }: Outcome) => output.type === 'done',
    isRefused: (_, { output }: Outcome) => output.type === 'refused',
  },
}).createMachine({
  id: 'leverCloseAll',
  description: 'Closing every position: what that comes to is said first, and it is asked once.',
  context: ({ input: { newRequestId } }) => ({ failure: null, newRequestId }),
  initial: 'asking',
  states: {
    asking: { on: { 'all.confirm': 'submitting', 'all.close': 'closed' } },
    submitting: {
      description: 'A second tap does nothing here.',
      tags: 'pending',
      entry: 'forgetFailure',
      invoke: {
        src: 'submitOnce',
        id: 'submitOnce',
        input: ({ context: { newRequestId } }) => ({ request: { requestId: newRequestId() } }),
        onSnapshot: { guard: { type: 'isUncertain', params: ({ event }) => event }, target: '.uncertain' },
        onDone: [
          { guard: { type: 'isDone', params: ({ event }) => event }, target: 'asked' },
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'asking',
            actions: { type: 'noteRefusal', params: ({ event }) => event },
          },
          { target: 'unknown' },
        ],
      },
      initial: 'sending',
      states: {
        sending: {},
        uncertain: {
          description: 'No answer came: the same request is sent until one does.',
          tags: 'uncertain',
          on: { 'all.checkNow': { actions: 'checkNow' } },
        },
      },
    },
    unknown: {
      description: 'Whether it was asked cannot be told from here: the contracts say.',
      tags: 'uncertain',
      on: { 'all.close': 'closed' },
    },
    asked: { description: 'Each closes at the next tick of its symbol.', type: 'final' },
    closed: { type: 'final' },
  },
})
