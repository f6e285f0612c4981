import { expect } from 'vitest'
import type { Savings } from '../../../src/api/money/savings.ts'
import { savingsOrderMachine } from '../../../src/machines/money/savingsOrder.ts'
import { checkNow } from '../../../src/machines/parts/submission.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'
import { savingsOf } from '../kit/savings.ts'

const running = savingsOf('deposit-1')
const ended = savingsOf('deposit-1', { state: 'matured', version: 2 })
const cancelled = savingsOf('deposit-1', { state: 'cancelled', version: 2 })
const known = (value: Savings | null, asOf: number | null = null) => done('loadOrder', { value, asOf })
const turn = { type: 'savings.turn' } as const
const cancel = { type: 'savings.cancel' } as const
const confirm = { type: 'act.confirm' } as const
const back = { type: 'act.back' } as const
const told = { type: 'account.savings', savings: ended } as const
const other = { type: 'account.savings', savings: savingsOf('deposit-2', { version: 9 }) } as const
const waits = { type: 'xstate.snapshot.submitOnce', snapshot: { value: { uncertain: 'waiting' } } }
const sending = { type: 'xstate.snapshot.submitOnce', snapshot: { value: 'sending' } }

const base: Pick<Walk<typeof savingsOrderMachine>, 'input' | 'callbacks' | 'distinct'> = {
  callbacks: ['watchAccount'],
  input: () => {
    let made = 0
    return { id: 'deposit-1', newRequestId: () => `request-id-of-order-${++made}` }
  },
  distinct: ({ order, asOf, failure }) => [order?.id, asOf, order?.version, order?.renew, failure?.refusal?.key],
}

testMachine(savingsOrderMachine, [
  {
    shows: 'cancels once it was asked for twice, and only what runs',
    ...base,
    events: [
      known(running),
      known(null),
      known(running, 5),
      failed('loadOrder', unanswered),
      { type: 'order.retry' } as const,
      cancel,
      confirm,
      back,
      waits,
      sending,
      told,
      other,
      done('submitOnce', { type: 'done', answer: cancelled }),
      done('submitOnce', { type: 'refused', error: refused('orderNotCancellable') }),
      done('submitOnce', { type: 'unknown' }),
    ],
    states: {
      '*': ({ snapshot, begun }) => {
        expect(['deposit-1', undefined]).toContain(snapshot().context.order?.id)
        const ids = begun.flatMap(({ src, input }) =>
          src === 'submitOnce' ? [(input as { request: { requestId: string } }).request.requestId] : [],
        )
        expect(new Set(ids).size).toBe(ids.length)
      },
      none: ({ snapshot }) => expect(snapshot().context.order).toBe(null),
      shown: ({ snapshot, can }) => {
        const { order, asOf } = snapshot().context
        const isRunning = order?.state === 'running' && asOf === null
        expect([can(cancel), can(turn), can(confirm)]).toEqual([isRunning, isRunning, false])
      },
      asking: ({ snapshot, can, effects }) => {
        expect(effects.has('submitOnce')).toBe(false)
        expect(can(confirm)).toBe(snapshot().context.order?.state === 'running')
      },
      cancelling: ({ can, effects }) => {
        expect(effects.get('submitOnce')?.input).toMatchObject({ request: { id: 'deposit-1' } })
        for (const event of [confirm, back, turn]) expect(can(event)).toBe(false)
      },
      'cancelling.uncertain': ({ actor, effects }) => {
        checkNow(actor)
        expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
      },
    },
  },
  {
    shows: 'turns its renewal, and says where that was not taken',
    ...base,
    events: [
      known(running),
      turn,
      done('setRenewal', savingsOf('deposit-1', { renew: true, version: 2 })),
      failed('setRenewal', refused('savingsStatusAbnormal')),
      told,
    ],
    states: {
      choosing: ({ effects, snapshot }) =>
        expect(effects.get('setRenewal')?.input).toEqual({
          id: 'deposit-1',
          renew: !snapshot().context.order?.renew || snapshot().context.order?.state !== 'running',
        }),
    },
  },
])
