import { expect } from 'vitest'
import { savingsFormMachine } from '../../../src/machines/money/savingsForm.ts'
import { checkNow } from '../../../src/machines/parts/submission.ts'
import { refused } from '../kit/answers.ts'
import { done, testMachine, type Walk } from '../kit/coverage.ts'
import { savingsOf, savingsOffer } from '../kit/savings.ts'

const choose = { type: 'savings.choose', product: 'USDT-7' } as const
const right = { type: 'savings.change', amount: '400' } as const
const tooMuch = { type: 'savings.change', amount: '500.01' } as const
const renew = { type: 'savings.renew', renew: true } as const
const confirm = { type: 'savings.confirm' } as const
const back = { type: 'form.back' } as const
const wallet = {
  type: 'account.wallet',
  wallet: { currency: 'USDT', balance: '100.000000', available: '100.000000', frozen: '0.000000', version: 3 },
} as const
const loaded = done('load', savingsOffer)
const placed = done('submitOnce', { type: 'done', answer: savingsOf('deposit-1') })
const refusedBy = (key: Parameters<typeof refused>[0]) => done('submitOnce', { type: 'refused', error: refused(key) })
const untold = done('submitOnce', { type: 'unknown' })
const waits = { type: 'xstate.snapshot.submitOnce', snapshot: { value: { uncertain: 'waiting' } } }
const sending = { type: 'xstate.snapshot.submitOnce', snapshot: { value: 'sending' } }

const base: Pick<Walk<typeof savingsFormMachine>, 'input' | 'callbacks' | 'distinct'> = {
  callbacks: ['watchAccount'],
  input: () => {
    let made = 0
    return { newRequestId: () => `request-id-of-form-${++made}` }
  },
  distinct: ({ form, failure, offer, placed: made }) => [
    form.product,
    form.amount,
    form.renew,
    failure?.refusal?.key,
    offer?.available[0]?.available,
    made?.id,
  ],
}

testMachine(savingsFormMachine, [
  {
    shows: 'takes what the balance allows, once, whatever is tapped meanwhile',
    ...base,
    events: [loaded, choose, right, tooMuch, renew, confirm, back, wallet, placed, refusedBy('quotaReached')],
    states: {
      editing: ({ snapshot, can }) => {
        const { form, offer } = snapshot().context
        const available = Number(offer?.available[0]?.available)
        expect(can(confirm)).toBe(form.amount !== '' && Number(form.amount) <= available)
      },
      placing: ({ snapshot, effects, can }) => {
        const { form } = snapshot().context
        expect(effects.get('submitOnce')?.input).toMatchObject({ request: form })
        expect(snapshot().hasTag('pending')).toBe(true)
        for (const event of [confirm, back, right]) expect(can(event)).toBe(false)
      },
      placed: ({ snapshot }) => expect(snapshot().context.placed?.id).toBe('deposit-1'),
      '*': ({ begun, snapshot, passed }) => {
        const ids = begun.flatMap(({ src, input }) =>
          src === 'submitOnce' ? [(input as { request: { requestId: string } }).request.requestId] : [],
        )
        expect(new Set(ids).size).toBe(ids.length)
        if (passed.at(-1)?.output?.type === 'refused') {
          expect(snapshot().context.failure).toMatchObject({ field: 'amount', refusal: { key: 'quotaReached' } })
        }
      },
    },
  },
  {
    shows: 'says that it is not known yet, asks again at once, and at last that nobody knows',
    ...base,
    events: [loaded, choose, right, confirm, back, waits, sending, untold, placed],
    states: {
      'placing.uncertain': ({ snapshot, actor, effects }) => {
        expect(snapshot().hasTag('uncertain')).toBe(true)
        checkNow(actor)
        expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
      },
      unknown: ({ snapshot }) => expect(snapshot().hasTag('pending')).toBe(false),
    },
  },
])
