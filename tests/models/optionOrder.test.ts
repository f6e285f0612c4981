import { expect } from 'vitest'
import type { MicrotradeOrder } from '../../src/api/microtrade.ts'
import { NameWanted } from '../../src/machines/name-wanted.ts'
import { CONFIRM_MS_MAX, type OptionRequest, optionOrderMachine } from '../../src/machines/optionOrder.ts'
import type { CurrencyTerms } from '../../src/rules/option-form.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, type Run, testMachine, type Walk } from './coverage.ts'
import { purse } from './people.ts'

type Sheet = Run<typeof optionOrderMachine>
type SheetWalk = Walk<typeof optionOrderMachine>

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
const open: MicrotradeOrder = { ...accepted, state: 'open', openTime: 1_700_000_001_000, buyPrice: '43182.50' }
const won: MicrotradeOrder = { ...open, state: 'won', list: 1, status: 1, finalPrice: '43190.00', payout: '185.000000' }
const elsewhere: MicrotradeOrder = { ...won, id: 'order-of-elsewhere' }

const CONFIRMED_AT = 1_700_000_000_000
const expired = refused('requestExpired')

const confirm = { type: 'order.confirm' } as const
const close = { type: 'order.close' } as const
const again = { type: 'order.again' } as const
const live = { type: 'market.changed', market: 'live' } as const
const amount = (text: string) => ({ type: 'order.change', change: { amount: text } }) as const

const requestsOf = (run: Sheet) => run.begun.filter(({ src }) => src === 'submitOrder') as { input: OptionRequest }[]

const idsOf = (requests: readonly { input: OptionRequest }[]) => new Set(requests.map(({ input }) => input.requestId))
/** How often another order began: by choice, or because the last can no longer be bought. */
const renewalsIn = (passed: Sheet['passed']) =>
  passed.filter(({ type, error }) => type === again.type || error === expired).length

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
  distinct: ({ form, market, errors, terms: known, refusal, order, seen }) => [
    form.amount,
    form.currency,
    market,
    Object.keys(errors),
    known[0]?.available,
    refusal?.key,
    order?.state,
    seen.findLast(({ id }) => id === accepted.id)?.state,
  ],
  states: {
    '*': (run) => {
      const { snapshot, effects, can, passed } = run
      const requests = requestsOf(run)
      expect(idsOf(requests).size).toBeLessThanOrEqual(1 + renewalsIn(passed))
      const confirmed = requests.filter(({ input }) => !input.again)
      for (const [index, { input }] of requests.entries()) {
        expect(input).toMatchObject({ symbol: 'BTCUSDT', direction: 'rise', amount: '100' })
        if (input.again) expect({ ...input, again: false }).toEqual({ ...requests[index - 1]?.input, again: false })
        else
          expect(input.confirmBy).toBe(
            CONFIRMED_AT + confirmed.findIndex((each) => each.input === input) * 1_000 + CONFIRM_MS_MAX,
          )
      }
      if (snapshot().status === 'active') expect(effects.has('watchMarket') && effects.has('watchAccount')).toBe(true)
      const { market, errors, terms: known } = snapshot().context
      const last = passed.at(-1)
      if (last?.wallet && known[0] && snapshot().status === 'active') {
        expect(known[0].available).toBe(last.wallet.available)
      }
      const tagged = ['loading', 'nameless', 'form', 'uncertain', 'tracking'] as const
      const shown = tagged.filter((tag) => snapshot().hasTag(tag))
      expect(shown).toHaveLength(snapshot().matches('failed') || snapshot().matches('closed') ? 0 : 1)
      const ready = snapshot().matches('editing') && market === 'live' && Object.keys(errors).length === 0
      expect(can(confirm)).toBe(ready)
      expect(snapshot().hasTag('pending')).toBe(snapshot().matches('submitting') || snapshot().matches('uncertain'))
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
      if (passed.at(-1)?.error) expect(refusal?.key).toBe(passed.at(-1)?.error.refusal.key)
      if (refusal?.key === 'insufficientBalance') expect(refusal.field).toBe('amount')
      if (refusal?.key === 'marketClosed') expect(refusal.field).toBeNull()
      if (passed.at(-1)?.error === expired) {
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
      const told = passed.findLast(({ verification }) => verification)?.verification
      expect(snapshot().context.wanted).toEqual({ state: told?.state ?? 'notSubmitted', reviewSeconds: 30 })
      expect(begun.filter(({ src }) => src === 'submitOrder')).toEqual([])
      expect([can(confirm), can(close)]).toEqual([false, true])
    },
    submitting: (run) => {
      expect(requestsOf(run).at(-1)?.input.again).toBe(false)
      const late = run.passed.filter(({ error }) => error === expired).length
      expect(idsOf(requestsOf(run)).size).toBeGreaterThan(late)
      expect(run.can(amount('5'))).toBe(false)
    },
    uncertain: ({ snapshot }) => {
      expect(snapshot().hasTag('uncertain')).toBe(true)
      expect(snapshot().context.refusal).toBeNull()
    },
    'uncertain.waiting': ({ can, actor }) => {
      expect(can({ type: 'order.checkNow' })).toBe(true)
      expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(2000)
    },
    'uncertain.asking': (run) => {
      expect(requestsOf(run).at(-1)?.input.again).toBe(true)
      expect(run.can({ type: 'order.checkNow' })).toBe(false)
    },
    unknown: ({ snapshot, can }) => {
      expect(snapshot().context.order).toBeNull()
      expect(can(close)).toBe(true)
    },
    tracking: ({ snapshot, passed, can }) => {
      const orders = passed.flatMap(({ output, order }) => [output, order]).filter((each) => each?.id === accepted.id)
      const furthest = [won, open, accepted].find((each) => orders.includes(each))
      expect(snapshot().context.order).toEqual(furthest)
      expect(snapshot().value).toEqual({ tracking: furthest === won ? 'settled' : furthest?.state })
      expect(snapshot().hasTag('settled')).toBe(furthest === won)
      expect([can(again), can(close)]).toEqual([true, true])
    },
    closed: ({ snapshot }) => {
      expect(snapshot().status).toBe('done')
    },
  },
}

const reviewed = (state: string) => ({ type: 'account.verification', verification: { state } })
const nameless = new NameWanted({ state: 'notSubmitted', reviewSeconds: 30 })

testMachine(optionOrderMachine, [
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
      failed('submitOrder', refused('insufficientBalance')),
      failed('submitOrder', refused('marketClosed')),
    ],
  },
  {
    ...sheet,
    shows: 'asks again with the same request until it knows, and never makes a second order',
    events: [
      done('loadTerms', terms),
      amount('100'),
      live,
      confirm,
      done('submitOrder', accepted),
      failed('submitOrder', unanswered),
      failed('submitOrder', refused('serverError')),
      failed('submitOrder', refused('requestReused')),
      failed('submitOrder', expired),
      failed('submitOrder', refused('tooManyRequests')),
      failed('submitOrder', refused('signInRequired')),
      { type: 'order.checkNow' },
      done('askAgain', accepted),
      done('askAgain', open),
      failed('askAgain', unanswered),
      failed('askAgain', refused('serverError')),
      failed('askAgain', refused('tooManyRequests')),
      failed('askAgain', refused('marketClosed')),
      failed('askAgain', refused('requestReused')),
      failed('askAgain', expired),
      failed('askAgain', refused('signInRequired')),
      failed('askAgain', refused('accountFrozen')),
      { type: 'account.order', order: open },
      { type: 'account.order', order: won },
      { type: 'account.order', order: elsewhere },
      close,
    ],
  },
  {
    ...sheet,
    shows: 'keeps what was typed of an order that came too late, and sends it anew only when confirmed again',
    events: [
      done('loadTerms', terms),
      amount('100'),
      live,
      confirm,
      done('submitOrder', accepted),
      failed('submitOrder', unanswered),
      failed('submitOrder', expired),
      failed('askAgain', expired),
    ],
    distinct: ({ form, market, requestId, refusal }) => [form.amount, market, requestId.endsWith('-1'), refusal?.key],
  },
  {
    ...sheet,
    shows: 'follows its order to the end, and starts the next form with another request',
    events: [
      done('loadTerms', terms),
      amount('100'),
      live,
      confirm,
      done('submitOrder', accepted),
      { type: 'account.order', order: elsewhere },
      { type: 'account.order', order: accepted },
      { type: 'account.order', order: open },
      { type: 'account.order', order: won },
      again,
      close,
    ],
  },
])
