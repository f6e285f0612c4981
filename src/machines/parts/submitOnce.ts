import {
  type ActorLogic,
  assign,
  type EventFromLogic,
  fromPromise,
  type PromiseActorLogic,
  type SnapshotFrom,
  setup,
} from 'xstate'
import { mustProvide } from './must-provide.ts'
import { refusalIn, refusalKey } from './refusal.ts'
import { withEvent } from './with-event.ts'

/** What is to happen once. The same `requestId` never makes it happen twice. */
export type OnceRequest = { requestId: string }

/** What goes out. `again`: it may have arrived before. */
export type OnceSending<Request = OnceRequest> = Request & { again: boolean }

/** What became of it. `refused`: by the error that the server said no with. `unknown`: from here nobody can tell. */
export type OnceOutcome<Answer> =
  | { type: 'done'; answer: Answer }
  | { type: 'refused'; error: unknown }
  | { type: 'unknown' }

type Failed = { error: unknown }

/**
 * Sends a request whose work must be done once at most, and finds out whether it was.
 *
 * While it runs the work may have been done though nobody has confirmed it: it must outlive the page that began it.
 */
export const submitOnceMachine = setup({
  types: {
    context: {} as { request: OnceRequest; outcome: OnceOutcome<unknown> },
    input: {} as { request: OnceRequest },
    output: {} as OnceOutcome<unknown>,
    events: {} as { type: 'once.checkNow' } | { type: 'once.proven'; answer: unknown },
    tags: {} as 'uncertain' | 'waiting',
  },
  actors: {
    submit: fromPromise<unknown, OnceSending>(mustProvide('submit')),
  },
  actions: {
    keepAnswer: assign((_, { answer }: { answer: unknown }) => ({ outcome: { type: 'done' as const, answer } })),
    keepRefusal: assign((_, { error }: Failed) => ({ outcome: { type: 'refused' as const, error } })),
  },
  guards: {
    isReused: (_, { error }: Failed) => refusalKey(error) === 'requestReused',
    // A server that failed may have failed after it did the work.
    saysNo: (_, { error }: Failed) => refusalIn(error) !== null && refusalKey(error) !== 'serverError',
    // Too many requests: said before this one was looked at, and so nothing about an earlier sending.
    saysNoYet: (_, { error }: Failed) =>
      refusalIn(error) !== null && !['serverError', 'tooManyRequests'].includes(refusalKey(error) ?? ''),
    cannotTell: (_, { error }: Failed) =>
      ['requestReused', 'signInRequired', 'accountFrozen'].includes(refusalKey(error) ?? ''),
  },
}).createMachine({
  id: 'submitOnce',
  description: 'A request that is executed at most once, whatever the network does.',
  context: ({ input: { request } }) => ({ request, outcome: { type: 'unknown' } }),
  output: ({ context: { outcome } }) => outcome,
  initial: 'sending',
  on: {
    'once.proven': {
      description: 'An account event with the request’s id is the answer.',
      target: '.ended',
      actions: withEvent('keepAnswer'),
    },
  },
  states: {
    sending: {
      invoke: {
        src: 'submit',
        id: 'submit',
        input: ({ context: { request } }) => ({ ...request, again: false }),
        onDone: { target: 'ended', actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) } },
        onError: [
          { guard: withEvent('isReused'), target: 'ended' },
          { guard: withEvent('saysNo'), target: 'ended', actions: withEvent('keepRefusal') },
          { target: 'uncertain' },
        ],
      },
    },
    uncertain: {
      description: 'Sent, but no answer: retries the same request until one arrives.',
      tags: 'uncertain',
      initial: 'waiting',
      states: {
        waiting: {
          tags: 'waiting',
          after: { 2000: 'asking' },
          on: { 'once.checkNow': 'asking' },
        },
        asking: {
          invoke: {
            src: 'submit',
            id: 'askAgain',
            input: ({ context: { request } }) => ({ ...request, again: true }),
            onDone: {
              target: '#submitOnce.ended',
              actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
            },
            onError: [
              { guard: withEvent('cannotTell'), target: '#submitOnce.ended' },
              { guard: withEvent('saysNoYet'), target: '#submitOnce.ended', actions: withEvent('keepRefusal') },
              { target: 'waiting' },
            ],
          },
        },
      },
    },
    ended: { type: 'final' },
  },
})

type Once = typeof submitOnceMachine

/** The machine as one kind of request and its answer see it. */
export type SubmitOnce<Request extends OnceRequest, Answer> = ActorLogic<
  SnapshotFrom<Once> & { output: OnceOutcome<Answer> | undefined },
  EventFromLogic<Once>,
  { request: Request }
>

/** The machine for one kind of request. It fails at its first use until its effect is provided. */
export const submitOnceOf = <Request extends OnceRequest, Answer>() =>
  submitOnceMachine as unknown as SubmitOnce<Request, Answer>

/** The machine that sends requests by an effect. */
export const submitOnceBy = <Request extends OnceRequest, Answer>(
  submit: PromiseActorLogic<Answer, OnceSending<Request>>,
) =>
  submitOnceMachine.provide({
    actors: { submit: submit as unknown as PromiseActorLogic<unknown, OnceSending> },
  }) as unknown as SubmitOnce<Request, Answer>
