import { expect } from 'vitest'
import { type OnceSending, submitOnceMachine } from '../../../src/machines/parts/submitOnce.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine } from '../kit/coverage.ts'

type Sending = Run<typeof submitOnceMachine>

const request = { requestId: 'request-id-of-form-1', amount: '100' }
const answer = { id: 'what-was-made' }
const checkNow = { type: 'once.checkNow' } as const
const proven = { type: 'once.proven', answer } as const

const sentOf = ({ begun }: Sending) => begun.map(({ input }) => input as OnceSending)
/** The last answer, if it is final. */
const lastOf = ({ passed }: Sending) => passed.at(-1)

/** Refusals of the server, and whether each settles the outcome of the first attempt, and of a retry. */
const refusals = [
  ['insufficientBalance', 'no', 'no'],
  ['requestExpired', 'no', 'no'],
  ['tooManyRequests', 'no', 'later'],
  ['serverError', 'later', 'later'],
  ['requestReused', 'unknown', 'unknown'],
  ['signInRequired', 'no', 'unknown'],
  ['accountFrozen', 'no', 'unknown'],
] as const

testMachine(submitOnceMachine, [
  {
    shows: 'sends the same request until it knows what became of it, and says which it is',
    input: () => ({ request }),
    events: [
      done('submit', answer),
      done('askAgain', answer),
      failed('submit', unanswered),
      failed('askAgain', unanswered),
      ...refusals.flatMap(([key]) => [failed('submit', refused(key)), failed('askAgain', refused(key))]),
      checkNow,
      proven,
    ],
    distinct: ({ outcome }) => (outcome.type === 'refused' ? (outcome.error as Error).message : outcome.type),
    states: {
      '*': (run) => {
        const sent = sentOf(run)
        expect(sent.map(({ again }) => again)).toEqual(sent.map((_, index) => index > 0))
        for (const each of sent) expect({ ...each, again: null }).toEqual({ ...request, again: null })
        expect(run.effects.size).toBe(run.snapshot().status === 'done' || run.snapshot().hasTag('waiting') ? 0 : 1)
      },
      sending: ({ snapshot, can }) => {
        expect(snapshot().hasTag('uncertain')).toBe(false)
        expect(can(checkNow)).toBe(false)
      },
      uncertain: ({ snapshot, passed }) => {
        expect(snapshot().hasTag('uncertain')).toBe(true)
        const key = passed.findLast(({ error }) => error)?.error.refusal?.key
        if (key) expect(refusals.find(([name]) => name === key)).toContain('later')
      },
      'uncertain.waiting': ({ actor, can, snapshot }) => {
        expect(snapshot().hasTag('waiting')).toBe(true)
        expect(can(checkNow)).toBe(true)
        expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(2000)
      },
      'uncertain.asking': ({ can, snapshot }) => {
        expect(snapshot().hasTag('waiting')).toBe(false)
        expect(can(checkNow)).toBe(false)
      },
      ended: (run) => {
        const last = lastOf(run)
        const { output } = run.snapshot()
        if (last === proven || last?.output) return expect(output).toEqual({ type: 'done', answer })
        const found = refusals.find(([key]) => key === last?.error.refusal?.key)
        const said = last?.type.endsWith('.submit') ? found?.[1] : found?.[2]
        expect(output).toEqual(said === 'no' ? { type: 'refused', error: last?.error } : { type: 'unknown' })
        expect(said).not.toBe('later')
      },
    },
  },
])
