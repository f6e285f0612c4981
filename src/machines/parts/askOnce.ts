import { type PromiseActorLogic, setup } from 'xstate'
import type { Failure } from './form.ts'
import { submission, submissionParts } from './submission.ts'
import { type OnceRequest, type OnceSending, type SubmitOnce, submitOnceBy, submitOnceOf } from './submitOnce.ts'

/** `about`: the subject of the request, sent with it. */
export type AskOnceInput = { about: Readonly<Record<string, string>>; newRequestId: () => string }

type Context = AskOnceInput & { failure: Failure | null }

/** A confirmed act without a form: its effect is shown, and it is executed once. */
export const askOnceMachine = setup({
  types: {
    context: {} as Context,
    input: {} as AskOnceInput,
    events: {} as { type: 'ask.confirm' } | { type: 'ask.checkNow' } | { type: 'ask.close' },
    tags: {} as 'pending' | 'uncertain',
    children: {} as { submitOnce: 'submitOnce' },
  },
  actors: {
    submitOnce: submitOnceOf<OnceRequest, unknown>(),
  },
  actions: {},
  guards: {},
})
  .extend(submissionParts())
  .createMachine({
    id: 'askOnce',
    description: 'A confirmed act without a form: its effect is shown first, and it is requested once.',
    context: ({ input: { about, newRequestId } }) => ({ about, failure: null, newRequestId }),
    initial: 'asking',
    states: {
      asking: { on: { 'ask.confirm': 'submitting', 'ask.close': 'closed' } },
      submitting: submission({
        request: ({ about, newRequestId }: Context) => ({ ...about, requestId: newRequestId() }),
        checkNow: 'ask.checkNow',
        tags: ['pending'],
        done: { target: 'asked' },
        refused: 'asking',
        unknown: { target: 'unknown' },
      }),
      unknown: {
        description: 'The outcome is unknown: the list of orders shows it.',
        tags: 'uncertain',
        on: { 'ask.close': 'closed' },
      },
      asked: { description: 'Takes effect at a recorded tick; the account’s events report it.', type: 'final' },
      closed: { type: 'final' },
    },
  })

/** The machine that sends the request by an effect. */
export const askOnceBy = <Request extends OnceRequest, Answer>(
  submit: PromiseActorLogic<Answer, OnceSending<Request>>,
) =>
  askOnceMachine.provide({
    actors: { submitOnce: submitOnceBy(submit) as unknown as SubmitOnce<OnceRequest, unknown> },
  })
