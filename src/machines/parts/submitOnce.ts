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

/** An idempotent request. `requestId` is its idempotency key. */
export type OnceRequest = { requestId: string }

/** The sent request. `again`: a retry. */
export type OnceSending<Request = OnceRequest> = Request & { again: boolean }

/** The outcome. `refused`: with the server's error. `unknown`: it cannot be determined. */
export type OnceOutcome<Answer> =
  | { type: 'done'; answer: Answer }
  | { type: 'refused'; error: unknown }
  | { type: 'unknown' }

type Failed = { error: unknown }

/**
 * Sends a request that must be executed at most once, and finds out whether it was.
 *
 * While it runs, the request may have been executed without confirmation: it must outlive the page that started it.
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
    // A server error may have happened after execution.
    saysNo: (_, { error }: Failed) => refusalIn(error) !== null && refusalKey(error) !== 'serverError',
    // Rate limited before the request was looked up: says nothing about an earlier attempt.
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

/** The machine, typed for one kind of request and answer. */
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
