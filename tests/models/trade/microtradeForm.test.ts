import { expect } from 'vitest'
import type { MicrotradeOrder } from '../../../src/api/trade/microtrade.ts'
import { CONFIRM_MS_MAX, type MicrotradeRequest } from '../../../src/machines/trade/microtrade-form-types.ts'
import { microtradeFormMachine } from '../../../src/machines/trade/microtradeForm.ts'
import { NameWanted } from '../../../src/machines/trade/name-wanted.ts'
import type { CurrencyTerms } from '../../../src/rules/microtrade/form.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine, type Walk } from '../kit/coverage.ts'
import { purse } from '../kit/people.ts'

type Sheet = Run<typeof microtradeFormMachine>
type SheetWalk = Walk<typeof microtradeFormMachine>

const terms: CurrencyTerms[] = [
  {
    currency: 'USDT',
    available: '150.000000',
    periods: [
      { seconds: 30, payoutBps: 8_500, min: '10', max: '5000', unit: '1' },
      { seconds: 60, payoutBps: 8_800, min: '10', max: '5000', unit: '1' },
    ],
  },
  {
    currency: 'BTC',
    available: '0.00000000',
    periods: [{ seconds: 30, payoutBps: 8_500, min: '0.0002', max: '0.1', unit: '0.0001' }],
  },
]

const accepted: MicrotradeOrder = {
  id: 'order-of-this-form',
  symbol: 'BTCUSDT',
  direction: 'rise',
  currency: 'USDT',
  amount: '100.000000',
  seconds: 30,
  payoutBps: 8_500,
  state: 'accepted',
  version: 1,
  list: 0,
  status: 0,
  acceptedAt: 1_700_000_000_000,
  openTime: null,
  closeTime: null,
  settledAt: null,
  buyPrice: null,
  finalPrice: null,
  openTick: null,
  closeTick: null,
  payout: null,
}
const open: MicrotradeOrder = {
  ...accepted,
  state: 'open',
  version: 2,
  openTime: 1_700_000_001_000,
  buyPrice: '43182.50',
}
const CONFIRMED_AT = 1_700_000_000_000
const bought = (order: MicrotradeOrder) => done('submitOnce', { type: 'done', answer: order })
const said = (error: Error) => done('submitOnce', { type: 'refused', error })
const expired = said(refused('requestExpired'))
const untold = done('submitOnce', { type: 'unknown' })
/** The state of the order's submission. */
const sending = (value: unknown) => ({ type: 'xstate.snapshot.submitOnce', snapshot: { value } })
const waits = sending({ uncertain: 'waiting' })

const confirm = { type: 'order.confirm' } as const
const close = { type: 'order.close' } as const
const live = { type: 'market.changed', market: 'live' } as const
const amount = (text: string) => ({ type: 'order.change', change: { amount: text } }) as const

const requestsOf = (run: Sheet) =>
  run.begun
    .filter(({ src }) => src === 'submitOnce')
    .map(({ input }) => (input as { request: MicrotradeRequest }).request)

const idsOf = (requests: readonly MicrotradeRequest[]) => new Set(requests.map(({ requestId }) => requestId))
/** How often another order began, because the last can no longer be bought. */
const renewalsIn = (passed: Sheet['passed']) => passed.filter((event) => event === expired).length

const sheet: Pick<SheetWalk, 'input' | 'callbacks' | 'distinct' | 'states'> = {
  callbacks: ['watchMarket', 'watchAccount'],
  input: () => {
    let made = 0
    let now = CONFIRMED_AT - 1_000
    return {
      symbol: 'BTCUSDT',
      direction: 'rise',
      newRequestId: () => `request-id-of-form-${++made}`,
      // A second later at each look, and as uneven as an estimate is.
      serverNow: () => {
        now += 1_000
        return now + 0.5
      },
    }
  },
  distinct: ({ form, market, errors, terms: known, refusal, order }) => [
    form.amount,
    form.currency,
    market,
    Object.keys(errors),
    known[0]?.available,
    refusal?.key,
    order?.state,
  ],
  states: {
    '*': (run) => {
      const { snapshot, effects, can, passed } = run
      const requests = requestsOf(run)
      expect(idsOf(requests).size).toBeLessThanOrEqual(1 + renewalsIn(passed))
      for (const [index, request] of requests.entries()) {
        expect(request).toMatchObject({ symbol: 'BTCUSDT', direction: 'rise', amount: '100' })
        expect(request.confirmBy).toBe(CONFIRMED_AT + index * 1_000 + CONFIRM_MS_MAX)
      }
      if (snapshot().status === 'active') expect(effects.has('watchMarket') && effects.has('watchAccount')).toBe(true)
      const { market, errors, terms: known } = snapshot().context
      const last = passed.at(-1)
      if (last?.wallet && known[0] && snapshot().status === 'active') {
        expect(known[0].available).toBe(last.wallet.available)
      }
      const tagged = ['loading', 'nameless', 'form', 'uncertain'] as const
      const shown = tagged.filter((tag) => snapshot().hasTag(tag))
      expect(shown).toHaveLength(['failed', 'closed', 'bought'].includes(String(snapshot().value)) ? 0 : 1)
      const ready = snapshot().matches('editing') && market === 'live' && Object.keys(errors).length === 0
      expect(can(confirm)).toBe(ready)
      expect(snapshot().hasTag('pending')).toBe(snapshot().matches('submitting'))
      expect(effects.has('submitOnce')).toBe(snapshot().matches('submitting'))
      if (snapshot().hasTag('pending')) expect(can(close)).toBe(false)
    },
    editing: (run) => {
      const { snapshot, passed, can } = run
      const { form, errors, refusal, order } = snapshot().context
      const { available } = snapshot().context.terms[0] ?? {}
      const expected = form.currency === 'USDT' && form.amount === '100' && available === '150.000000'
      expect(Object.keys(errors).length === 0).toBe(expected)
      const short = form.currency === 'USDT' && form.amount === '100' && available === '50.000000'
      if (short) expect(errors.amount?.key).toBe('insufficientBalance')
      if (passed.at(-1)?.change?.currency === 'BTC' && passed.length === 2) expect(form.amount).toBe('')
      expect(order).toBeNull()
      const error = passed.at(-1)?.output?.error
      if (error) expect(refusal?.key).toBe(error.refusal.key)
      if (refusal?.key === 'insufficientBalance') expect(refusal.field).toBe('amount')
      if (refusal?.key === 'marketClosed') expect(refusal.field).toBeNull()
      if (passed.at(-1) === expired) {
        expect([form.amount, refusal?.field]).toEqual(['100', null])
        expect(idsOf(requestsOf(run))).not.toContain(snapshot().context.requestId)
      }
      expect(can(close)).toBe(true)
    },
    loading: ({ can }) => {
      expect(can(close)).toBe(true)
    },
    failed: ({ can }) => {
      expect(can({ type: 'order.retry' })).toBe(true)
    },
    nameless: ({ snapshot, passed, can, begun }) => {
      const told = passed.findLast(({ kyc }) => kyc)?.kyc
      expect(snapshot().context.wanted).toEqual({ state: told?.state ?? 'notSubmitted', reviewSeconds: 30 })
      expect(begun.filter(({ src }) => src === 'submitOnce')).toEqual([])
      expect([can(confirm), can(close)]).toEqual([false, true])
    },
    submitting: (run) => {
      const late = run.passed.filter((event) => event === expired).length
      expect(idsOf(requestsOf(run)).size).toBeGreaterThan(late)
      expect(run.can(amount('5'))).toBe(false)
      expect(run.snapshot().context.refusal).toBeNull()
    },
    'submitting.sending': ({ can, effects }) => {
      expect(can({ type: 'order.checkNow' })).toBe(false)
      expect(effects.get('submitOnce')?.heard).toEqual([])
    },
    'submitting.uncertain': ({ can, effects, passed }) => {
      expect(can({ type: 'order.checkNow' })).toBe(true)
      if (passed.at(-1)?.type !== 'order.checkNow') return
      expect(effects.get('submitOnce')?.heard.at(-1)).toEqual({ type: 'once.checkNow' })
    },
    unknown: ({ snapshot, can }) => {
      expect(snapshot().context.order).toBeNull()
      expect(can(close)).toBe(true)
    },
    bought: ({ snapshot, passed }) => {
      expect(snapshot().status).toBe('done')
      expect(snapshot().context.order).toEqual(passed.at(-1)?.output.answer)
    },
    closed: ({ snapshot }) => {
      expect(snapshot().status).toBe('done')
    },
  },
}

const reviewed = (state: string) => ({ type: 'account.kyc', kyc: { state } })
const nameless = new NameWanted({ state: 'notSubmitted', reviewSeconds: 30 })

testMachine(microtradeFormMachine, [
  {
    ...sheet,
    shows: 'asks who the person is before anything can be bought, and goes on once that is known',
    events: [
      done('loadTerms', terms),
      failed('loadTerms', nameless),
      reviewed('pendingReview'),
      reviewed('refused'),
      reviewed('verified'),
      { type: 'account.missed' },
      amount('100'),
      confirm,
      close,
    ],
    distinct: ({ wanted, form }) => [wanted?.state, form.amount],
  },
  {
    ...sheet,
    shows: 'lets an order go only where the market is live and the form is right',
    events: [
      done('loadTerms', terms),
      failed('loadTerms', unanswered),
      { type: 'order.retry' },
      amount('100'),
      amount('5'),
      { type: 'order.change', change: { currency: 'BTC' } },
      live,
      { type: 'market.changed', market: 'stale' },
      { type: 'market.changed', market: 'closed' },
      { type: 'account.wallet', wallet: { ...purse, available: '50.000000' } },
      confirm,
      close,
      said(refused('insufficientBalance')),
      said(refused('marketClosed')),
    ],
  },
  {
    ...sheet,
    shows: 'stays while nobody knows whether it was bought, and goes on by what became of it',
    events: [
      done('loadTerms', terms),
      amount('100'),
      live,
      confirm,
      sending('sending'),
      waits,
      sending({ uncertain: 'asking' }),
      { type: 'order.checkNow' },
      bought(accepted),
      bought(open),
      said(refused('marketClosed')),
      expired,
      untold,
      close,
    ],
  },
  {
    ...sheet,
    shows: 'keeps what was typed of an order that came too late, and sends it anew only when confirmed again',
    events: [done('loadTerms', terms), amount('100'), live, confirm, waits, bought(accepted), expired],
    distinct: ({ form, market, requestId, refusal }) => [form.amount, market, requestId.endsWith('-1'), refusal?.key],
  },
])
