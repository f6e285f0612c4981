import { type ActionFunction, assign, matchesState, type ParameterizedObject, type StateValue, sendTo } from 'xstate'
import type { AnswerRefusal } from '../../api/answer.ts'
import { failureOf } from './form.ts'
import type { OnceOutcome } from './submitOnce.ts'
import { type WithEvent, withEvent } from './with-event.ts'

type Outcome = { output: OnceOutcome<unknown> }
type FieldOf = (key: AnswerRefusal['key'], params: AnswerRefusal['params']) => string | null

/** What the answer brought, for what an action keeps of it; null where the request was not carried out. */
export const answerIn = <Answer>({ output }: { output: OnceOutcome<Answer> }): Answer | null =>
  output.type === 'done' ? output.answer : null

// biome-ignore lint/suspicious/noExplicitAny: of a machine that is not known here.
type Any = any
/** An action of any machine: only what it is handed matters. */
type Action<Params extends ParameterizedObject['params'] | undefined> = ActionFunction<
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
 * The actions and guards of a machine with a `submission`, by which its setup is extended.
 *
 * @param fieldOf which field of the form a refusal is about; by default none
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

/** Where a submission goes on. `keep`: an action that is handed the outcome; `run`: one that needs nothing. */
type Onward = { target: string; keep?: string; run?: string }
type ActionIn<On extends Onward> =
  | (On extends { keep: infer Keep extends string } ? WithEvent<Keep> : never)
  | (On extends { run: infer Run extends string } ? Run : never)

const onwardOf = <const On extends Onward>({ target, keep, run }: On) => ({
  target,
  actions: [keep && withEvent(keep), run].filter((action) => action !== undefined) as ActionIn<On>[],
})

/**
 * The state that sends what was confirmed, once at most, by the actor `submitOnce`. A second tap does nothing there.
 *
 * @param request what is sent
 * @param checkNow the event by which a person asks again at once, while no answer has come
 * @param done where it goes on once the request was carried out
 * @param refused where it goes on once the server has said no
 * @param unless a refusal that is an exception, by its guard: where it goes on, and what is done besides noting it
 * @param unknown where it goes on if only the lists can tell what became of it; as `refused` by default
 */
export const submission = <
  Context,
  Request,
  CheckNow extends string,
  Tag extends string,
  const Done extends Onward,
  const Unknown extends Onward,
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
  checkNow: CheckNow
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
      on: { [checkNow]: { actions: 'checkNow' } } as Record<CheckNow, { actions: 'checkNow' }>,
    },
  },
})
