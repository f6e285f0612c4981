import {
  type ActionFunction,
  type AnyActorRef,
  assign,
  matchesState,
  type ParameterizedObject,
  type StateValue,
  sendTo,
} from 'xstate'
import type { AnswerRefusal } from '../../api/wire/answer.ts'
import { failureOf } from './form.ts'
import type { OnceOutcome } from './submitOnce.ts'
import { type WithEvent, withEvent } from './with-event.ts'

type Outcome = { output: OnceOutcome<unknown> }
type FieldOf = (key: AnswerRefusal['key'], params: AnswerRefusal['params']) => string | null

/** The answer, for an action; null if the request was not executed. */
export const answerIn = <Answer>({ output }: { output: OnceOutcome<Answer> }): Answer | null =>
  output.type === 'done' ? output.answer : null

// biome-ignore lint/suspicious/noExplicitAny: the machine is not known here.
type Any = any
/** An action of any machine, by its parameters only. */
export type Action<Params extends ParameterizedObject['params'] | undefined> = ActionFunction<
  Any,
  Any,
  Any,
  Params,
  Any,
  Any,
  Any,
  never,
  Any
>

/**
 * The actions and guards of a machine with a `submission`, for its setup.
 *
 * @param fieldOf the field that a refusal concerns; by default none
 */
export const submissionParts = (fieldOf?: FieldOf) => ({
  actions: {
    forgetFailure: assign({ failure: null }) as Action<undefined>,
    noteRefusal: assign((_, { output }: Outcome) => ({
      failure: output.type === 'refused' ? failureOf(output, fieldOf) : null,
    })) as Action<Outcome>,
    checkNow: sendTo('submitOnce', { type: 'once.checkNow' }) as Action<undefined>,
  },
  guards: {
    isUncertain: (_: unknown, { snapshot }: { snapshot: { value?: StateValue } }) =>
      matchesState('uncertain', snapshot.value ?? ''),
    isDone: (_: unknown, { output }: Outcome) => output.type === 'done',
    isRefused: (_: unknown, { output }: Outcome) => output.type === 'refused',
  },
})

/** The target after a submission. `keep`: an action with the outcome; `run`: one without. */
type Onward = { target: string; keep?: string; run?: string }
type ActionIn<On extends Onward> =
  | (On extends { keep: infer Keep extends string } ? WithEvent<Keep> : never)
  | (On extends { run: infer Run extends string } ? Run : never)

const onwardOf = <const On extends Onward>({ target, keep, run }: On) => ({
  target,
  actions: [keep && withEvent(keep), run].filter((action) => action !== undefined) as ActionIn<On>[],
})

/**
 * The state that sends the confirmed request, at most once, by the actor `submitOnce`. A second tap is ignored.
 *
 * @param request the request to send
 * @param checkNow an event that retries at once, for machines that do not leave this to `checkNow`
 * @param done the target after execution
 * @param refused the target after a refusal
 * @param unless an exceptional refusal, by its guard: its target and further actions
 * @param unknown the target if the outcome stays unknown; as `refused` by default
 */
export const submission = <
  Context,
  Request,
  Tag extends string,
  const Done extends Onward,
  const Unknown extends Onward,
  const CheckNow extends string = never,
  const Unless extends Onward & { guard: string } = never,
>({
  request,
  checkNow,
  tags,
  done,
  refused,
  unless,
  unknown,
}: {
  request(context: Context): Request
  checkNow?: CheckNow
  tags: Tag[]
  done: Done
  refused: string
  unless?: Unless
  unknown?: Unknown
}) => ({
  description: 'A second tap is ignored.',
  tags,
  entry: 'forgetFailure' as const,
  invoke: {
    src: 'submitOnce' as const,
    id: 'submitOnce' as const,
    input: ({ context }: { context: Context }) => ({ request: request(context) }),
    onSnapshot: { guard: withEvent('isUncertain'), target: '.uncertain' },
    onDone: [
      { guard: withEvent('isDone'), ...onwardOf(done) },
      ...(unless ? [{ ...onwardOf(unless), guard: withEvent(unless.guard as Unless['guard']) }] : []),
      { guard: withEvent('isRefused'), target: refused, actions: withEvent('noteRefusal') },
      onwardOf(unknown ?? { target: refused }),
    ],
  },
  initial: 'sending' as const,
  states: {
    sending: {},
    uncertain: {
      description: 'No answer: retries the same request until one arrives.',
      tags: 'uncertain' as const,
      on: (checkNow && { [checkNow]: { actions: 'checkNow' } }) as Record<CheckNow, { actions: 'checkNow' }>,
    },
  },
})

/** An actor whose machine has a `submission`. */
export type Sending = Pick<AnyActorRef, 'getSnapshot' | 'subscribe'>

/** Retries its request at once, while there is no answer. */
export const checkNow = (actor: Sending): void =>
  actor.getSnapshot().children.submitOnce?.send({ type: 'once.checkNow' })
