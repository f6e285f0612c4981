import { expect } from 'vitest'
import { judgeLeverNow, type LeverOffer, leverFormMachine } from '../../src/machines/trade/leverForm.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, type Run, testMachine, type Walk } from './coverage.ts'
import { desk, leverOrderOf } from './levers.ts'

const offer: LeverOffer = { deal: desk, wanted: null, days: [] }
const nameless: LeverOffer = { ...offer, wanted: { state: 'pendingReview', reviewSeconds: 30 } }
const now = (market: 'live' | 'stale') => ({ type: 'price.changed', now: { market, price: '40000.00' } }) as const
const [live, stale] = [now('live'), now('stale')]
const quantity = { type: 'lever.change', change: { quantity: '0.01' } } as const
const tooMuch = { type: 'lever.change', change: { quantity: '19' } } as const
const confirm = { type: 'lever.confirm' } as const
const retry = { type: 'lever.retry' } as const
const close = { type: 'lever.close' } as const
const checkNow = { type: 'lever.checkNow' } as const
const wallet = (currency: string) =>
  ({
    type: 'account.wallet',
    wallet: { currency, balance: '9.000000', available: '9.000000', frozen: '0.000000', version: 3 },
  }) as const
const [ours, another] = [wallet('USDT'), wallet('BTC')]
const kyc = (state: 'verified' | 'refused') => ({ type: 'account.kyc', kyc: { state } }) as const
const loaded = done('loadOffer', offer)
const loadedNameless = done('loadOffer', nameless)
const sending = (value: unknown) => ({ type: 'xstate.snapshot.submitOnce', snapshot: { value } })
const ordered = done('submitOnce', { type: 'done', answer: leverOrderOf('order-0001') })
const no = done('submitOnce', { type: 'refused', error: refused('leverageTooHigh') })
const untold = done('submitOnce', { type: 'unknown' })

const NOW = 1_700_000_000_000.5
const base: Pick<Walk<typeof leverFormMachine>, 'input' | 'callbacks' | 'distinct' | 'states'> = {
  callbacks: ['watchPrice', 'watchAccount'],
  input: () => {
    let made = 0
    return {
      symbol: 'BTCUSDT',
      direction: 'long',
      newRequestId: () => `request-id-of-form-${++made}`,
      serverNow: () => NOW,
    }
  },
  distinct: ({ form, offer: known, now: { market }, failure }) => [
    form.quantity,
    known?.deal.available,
    known?.wanted?.state,
    market,
    failure?.refusal?.key,
  ],
  states: {
    '*': ({ begun, can, snapshot }: Run<typeof leverFormMachine>) => {
      const ids = begun.flatMap(({ src, input }) =>
        src === 'submitOnce' ? [(input as { request: { requestId: string } }).request.requestId] : [],
      )
      expect(new Set(ids).size).toBe(ids.length)
      // What may exist outlives a wish to leave.
      if (snapshot().hasTag('pending')) expect([can(close), can(confirm)]).toEqual([false, false])
    },
    loading: ({ effects, can }) => {
      expect(effects.get('loadOffer')?.input).toEqual({ symbol: 'BTCUSDT' })
      expect(can(confirm)).toBe(false)
    },
    failed: ({ can }) => expect(can(retry)).toBe(true),
    editing: ({ snapshot, can, passed }) => {
      const { form, offer: known, now: price, failure } = snapshot().context
      const cost = Number(form.quantity) * 40_000 * 1.01 * (1 / 5 + 0.0005)
      const isRight = form.quantity !== '' && cost <= Number(known?.deal.available)
      expect(can(confirm)).toBe(price.market === 'live' && known?.wanted === null && isRight)
      expect(judgeLeverNow(snapshot().context).figures !== undefined).toBe(isRight && price.price !== '')
      if (passed.at(-1) === no)
        expect(failure).toMatchObject({ refusal: { key: 'leverageTooHigh' }, field: 'leverage' })
      if (passed.at(-1)?.type === 'lever.change') expect(failure).toBeNull()
    },
    submitting: ({ effects, snapshot }) => {
      expect(effects.get('submitOnce')?.input).toMatchObject({
        request: { ...snapshot().context.form, confirmBy: Math.floor(NOW) + 10_000 },
      })
      expect(snapshot().context.failure).toBeNull()
    },
    'submitting.uncertain': ({ passed, effects, snapshot }) => {
      expect(snapshot().hasTag('uncertain')).toBe(true)
      if (passed.at(-1) === checkNow) expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
    },
    unknown: ({ can }) => expect(can(close)).toBe(true),
  },
}

testMachine(leverFormMachine, [
  {
    shows: 'orders once, and only what is right, at a price that is fresh',
    ...base,
    events: [
      loaded,
      failed('loadOffer', unanswered),
      retry,
      live,
      stale,
      quantity,
      tooMuch,
      confirm,
      close,
      checkNow,
      sending({ uncertain: 'waiting' }),
      sending('sending'),
      ordered,
      no,
      untold,
      ours,
      another,
    ],
    canHappen: (event, snapshot) => {
      if (event === stale) return snapshot.matches('editing')
      if (event === ours) return snapshot.context.offer?.deal.available === '500.000000'
      return true
    },
  },
  {
    shows: 'waits for a name where trading wants one, and goes on once it is verified',
    ...base,
    events: [loadedNameless, live, quantity, kyc('refused'), kyc('verified'), confirm],
  },
])
