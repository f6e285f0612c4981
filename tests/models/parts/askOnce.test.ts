import { expect } from 'vitest'
import { askOnceMachine } from '../../../src/machines/parts/askOnce.ts'
import { refused } from '../kit/answers.ts'
import { done, testMachine } from '../kit/coverage.ts'

const confirm = { type: 'ask.confirm' } as const
const close = { type: 'ask.close' } as const
const checkNow = { type: 'ask.checkNow' } as const
const sending = (value: unknown) => ({ type: 'xstate.snapshot.submitOnce', snapshot: { value } })
const no = done('submitOnce', { type: 'refused', error: refused('accountLocked') })

testMachine(askOnceMachine, [
  {
    shows: 'asks once, and says why not',
    input: () => {
      let made = 0
      return { about: { id: 'order-0001' }, newRequestId: () => `request-id-of-ask-${++made}` }
    },
    events: [
      ...[confirm, close, checkNow, no],
      ...[done('submitOnce', { type: 'done', answer: [] }), done('submitOnce', { type: 'unknown' })],
      ...[sending({ uncertain: 'waiting' }), sending('sending')],
    ],
    distinct: ({ failure }) => failure?.refusal?.key,
    states: {
      '*': ({ begun, can, snapshot }) => {
        const ids = begun.map(({ input }) => (input as { request: { requestId: string } }).request.requestId)
        expect(new Set(ids).size).toBe(ids.length)
        if (snapshot().hasTag('pending')) expect([can(confirm), can(close)]).toEqual([false, false])
      },
      asking: ({ snapshot, passed }) => {
        // The failure stays until a new request: events that cannot happen there change nothing.
        const said = snapshot().context.failure?.refusal?.key
        expect(said).toBe(passed.includes(no) ? 'accountLocked' : undefined)
      },
      submitting: ({ snapshot, effects }) => {
        expect(snapshot().context.failure).toBeNull()
        expect(effects.get('submitOnce')?.input).toMatchObject({ request: { id: 'order-0001' } })
      },
      'submitting.uncertain': ({ effects, passed }) => {
        if (passed.at(-1) === checkNow) expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
      },
      unknown: ({ can }) => expect(can(close)).toBe(true),
    },
  },
])
