import { assign, matchesState, type PromiseActorLogic, type StateValue, sendTo, setup } from 'xstate'
import { type Failure, failureOf } from './form.ts'
import {
  type OnceOutcome,
  type OnceRequest,
  type OnceSending,
  type SubmitOnce,
  submitOnceBy,
  submitOnceOf,
} from './submitOnce.ts'

/** `about`: what it is asked of; it goes along with the request. */
export type AskOnceInput = { about: Readonly<Record<string, string>>; newRequestId: () => string }

type Outcome = { output: OnceOutcome<unknown> }

/** Something with nothing to fill in: what it comes to is said, and it is done once. */
export const askOnceMachine = setup({
  types: {
    context: {} as AskOnceInput & { failure: Failure | null },
    input: {} as AskOnceInput,
    events: {} as { type: 'ask.confirm' } | { type: 'ask.checkNow' } | { type: 'ask.close' },
    tags: {} as 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    submitOnce: submitOnceOf<OnceRequest, unknown>(),
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
  id: 'askOnce',
  description: 'Something with nothing to fill in: what it comes to is said first, and it is asked once.',
  context: ({ input: { about, newRequestId } }) => ({ about, failure: null, newRequestId }),
  initial: 'asking',
  states: {
    asking: { on: { 'ask.confirm': 'submitting', 'ask.close': 'closed' } },
    submitting: {
      description: 'A second tap does nothing here.',
      tags: 'pending',
      entry: 'forgetFailure',
      invoke: {
        src: 'submitOnce',
        id: 'submitOnce',
        input: ({ context: { about, newRequestId } }) => ({ request: { ...about, requestId: newRequestId() } }),
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
          on: { 'ask.checkNow': { actions: 'checkNow' } },
        },
      },
    },
    unknown: {
      description: 'Whether it was asked cannot be told from here: the orders say.',
      tags: 'uncertain',
      on: { 'ask.close': 'closed' },
    },
    asked: { description: 'It takes effect by the record; the account’s events tell.', type: 'final' },
    closed: { type: 'final' },
  },
})

/** The machine that asks by an effect. */
export const askOnceBy = <Request extends OnceRequest, Answer>(
  submit: PromiseActorLogic<Answer, OnceSending<Request>>,
) =>
  askOnceMachine.provide({
    actors: { submitOnce: submitOnceBy(submit) as unknown as SubmitOnce<OnceRequest, unknown> },
  })
