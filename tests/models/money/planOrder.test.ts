import { expect } from 'vitest'
import { planOrderMachine } from '../../../src/machines/money/planOrder.ts'
import { checkNow } from '../../../src/machines/parts/submission.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'
import { planDay, planOrderOf } from '../kit/plans.ts'

const running = planOrderOf('order-1', { state: 'inProgress', status: 1, version: 2, firstDay: 3, lastDay: 4 })
const accrued = planOrderOf('order-1', { ...running, version: 3, daysAccrued: 1 })
const leaving = planOrderOf('order-1', { ...running, state: 'leaving', version: 4 })
const OTHER = 9
const nothing = done('loadOrder', { value: null, asOf: null })
const leave = { type: 'plan.leave' } as const
const confirm = { type: 'act.confirm' } as const
const back = { type: 'act.back' } as const
const told = { type: 'account.plan', plan: accrued } as const
const other = { type: 'account.plan', plan: planOrderOf('order-2', { version: OTHER }) } as const
const waits = { type: 'xstate.snapshot.submitOnce', snapshot: { value: { uncertain: 'waiting' } } }
const sending = { type: 'xstate.snapshot.submitOnce', snapshot: { value: 'sending' } }

testMachine(planOrderMachine, [
  {
    shows:
      'shows an order as it was last told, with the days that it has had its part in; ends it once it was asked for twice',
    callbacks: ['watchAccount'],
    input: () => {
      let made = 0
      return { id: 'order-1', newRequestId: () => `request-id-of-order-${++made}` }
    },
    distinct: ({ order, asOf, days, failure }) => [order?.version, asOf, days.length, failure?.refusal?.key],
    events: [
      done('loadOrder', { value: running, asOf: null }),
      done('loadOrder', { value: running, asOf: 5 }),
      nothing,
      failed('loadOrder', unanswered),
      done('loadDays', [planDay(3)]),
      failed('loadDays', unanswered),
      { type: 'order.retry' } as const,
      { type: 'account.missed' } as const,
      leave,
      confirm,
      back,
      waits,
      sending,
      told,
      other,
      done('submitOnce', { type: 'done', answer: leaving }),
      done('submitOnce', { type: 'refused', error: refused('orderNotCancellable') }),
      done('submitOnce', { type: 'unknown' }),
    ],
    states: {
      '*': ({ snapshot, begun }) => {
        expect(['order-1', undefined]).toContain(snapshot().context.order?.id)
        const ids = begun.flatMap(({ src, input }) =>
          src === 'submitOnce' ? [(input as { request: { requestId: string } }).request.requestId] : [],
        )
        expect(new Set(ids).size).toBe(ids.length)
      },
      none: ({ snapshot }) => expect(snapshot().context.order).toBe(null),
      'shown.counting': ({ snapshot, effects }) => {
        const { order } = snapshot().context
        expect(effects.get('loadDays')?.input).toEqual({ order })
      },
      shown: ({ snapshot, can, passed }) => {
        const since = passed.slice(passed.lastIndexOf(nothing) + 1)
        const heard = since.flatMap(({ output, plan }) => [
          output?.value?.version,
          output?.answer?.version,
          plan?.version,
        ])
        const newest = Math.max(...heard.filter((version) => version !== undefined && version !== OTHER))
        expect(snapshot().context.order?.version).toBe(newest)
        const { order, asOf } = snapshot().context
        const runs = order?.state === 'inProgress' && asOf === null
        expect([can(leave), can(confirm)]).toEqual([runs, false])
      },
      asking: ({ effects }) => expect(effects.has('submitOnce')).toBe(false),
      leaving: ({ can, effects }) => {
        expect(effects.get('submitOnce')?.input).toMatchObject({ request: { id: 'order-1' } })
        for (const event of [confirm, back, leave]) expect(can(event)).toBe(false)
      },
      'leaving.uncertain': ({ actor, effects }) => {
        checkNow(actor)
        expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
      },
    },
  },
])
