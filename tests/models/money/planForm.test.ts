import { expect } from 'vitest'
import { planFormMachine } from '../../../src/machines/money/planForm.ts'
import { checkNow } from '../../../src/machines/parts/submission.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'
import { openPlan, planDay, planOrderOf } from '../kit/plans.ts'

const right = { type: 'plan.change', amount: '700' } as const
const join = { type: 'plan.join' } as const
const back = { type: 'form.back' } as const
const retry = { type: 'plan.retry' } as const
const wallet = {
  type: 'account.wallet',
  wallet: { currency: 'USDT', balance: '600.000000', available: '600.000000', frozen: '0.000000', version: 3 },
} as const
const offer = { plan: openPlan, days: [planDay(3)], available: '1000.000000' }
const loaded = done('loadOffer', offer)
const joined = done('submitOnce', { type: 'done', answer: planOrderOf('order-1') })
const refusal = done('submitOnce', { type: 'refused', error: refused('insufficientBalance') })
const untold = done('submitOnce', { type: 'unknown' })
const waits = { type: 'xstate.snapshot.submitOnce', snapshot: { value: { uncertain: 'waiting' } } }
const sending = { type: 'xstate.snapshot.submitOnce', snapshot: { value: 'sending' } }

const base: Pick<Walk<typeof planFormMachine>, 'input' | 'callbacks' | 'distinct'> = {
  callbacks: ['watchAccount'],
  input: () => {
    let made = 0
    return { tier: '1', newRequestId: () => `request-id-of-form-${++made}` }
  },
  distinct: ({ form, failure, offer: known, joined: order }) => [
    form.amount,
    failure?.refusal?.key,
    known?.available,
    order?.id,
  ],
}

testMachine(planFormMachine, [
  {
    shows: 'takes what tier and balance allow, once, whatever is tapped meanwhile',
    ...base,
    events: [loaded, failed('loadOffer', unanswered), retry, right, join, back, wallet, joined, refusal],
    states: {
      editing: ({ snapshot, can }) => {
        const { form, offer: known } = snapshot().context
        expect(can(join)).toBe(form.amount === '700' && known?.available === '1000.000000')
      },
      joining: ({ snapshot, effects, can }) => {
        const { amount } = snapshot().context.form
        expect(effects.get('submitOnce')?.input).toMatchObject({ request: { pid: 'plan-1', amount } })
        for (const event of [join, back, right]) expect(can(event)).toBe(false)
      },
      loading: ({ snapshot, passed }) => {
        const [one, two, three] = passed.slice(-3)
        // A sent message is not left in the field.
        if (one === join && two === joined && three === back) expect(snapshot().context.form.amount).toBe('')
      },
      joined: ({ snapshot }) => expect(snapshot().context.joined?.id).toBe('order-1'),
      '*': ({ begun, snapshot, passed }) => {
        const ids = begun.flatMap(({ src, input }) =>
          src === 'submitOnce' ? [(input as { request: { requestId: string } }).request.requestId] : [],
        )
        expect(new Set(ids).size).toBe(ids.length)
        if (passed.at(-1) === refusal) expect(snapshot().context.failure).toMatchObject({ field: 'amount' })
      },
    },
  },
  {
    shows: 'says that it is not known yet, asks again at once, and at last that nobody knows',
    ...base,
    events: [loaded, right, join, back, waits, sending, untold, joined],
    states: {
      'joining.uncertain': ({ actor, effects }) => {
        checkNow(actor)
        expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
      },
      unknown: ({ snapshot }) => expect(snapshot().hasTag('pending')).toBe(false),
    },
  },
  {
    shows: 'takes nothing where no plan is offered',
    ...base,
    events: [done('loadOffer', { plan: null, days: [], available: '1000.000000' }), right, join],
    states: { editing: ({ can }) => expect(can(join)).toBe(false) },
  },
])
