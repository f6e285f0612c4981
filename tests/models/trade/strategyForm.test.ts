import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import type { Strategy } from '../../../src/api/trade/strategy.ts'
import { checkNow } from '../../../src/machines/parts/submission.ts'
import { type OnceSending, submitOnceBy } from '../../../src/machines/parts/submitOnce.ts'
import {
  type LoadedStrategyOffer,
  type StrategyFormInput,
  type StrategyRequest,
  strategyFormMachine,
  validateStrategyNow,
} from '../../../src/machines/trade/strategyForm.ts'
import { type Asked, strategyPastMachine } from '../../../src/machines/trade/strategyPast.ts'
import type { StrategyPast } from '../../../src/rules/strategy/replay.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine, type Walk } from '../kit/coverage.ts'
import { strategyOf } from '../kit/strategies.ts'

const offered: LoadedStrategyOffer = {
  offer: { daySeconds: 86_400, available: '500.000000', live: 2, max: 10 },
  wanted: null,
}
const full: LoadedStrategyOffer = { ...offered, offer: { ...offered.offer, live: 10 } }
const nameless: LoadedStrategyOffer = { ...offered, wanted: { state: 'pendingReview', reviewSeconds: 30 } }
const now = (market: 'live' | 'stale') => ({ type: 'price.changed', now: { market, price: '40000.00' } }) as const
const [live, stale] = [now('live'), now('stale')]
const change = (to: Partial<Record<'amount' | 'days' | 'lower' | 'upper' | 'grids', string>>) =>
  ({ type: 'strategy.change', change: to }) as const
const [right, tooMuch] = [change({ amount: '100' }), change({ amount: '600' })]
const [emptied, drawn] = [change({ lower: '', upper: '' }), change({ lower: '39000' })]
const confirm = { type: 'strategy.confirm' } as const
const retry = { type: 'strategy.retry' } as const
const aWeek = { type: 'strategy.lookBack', days: 7 } as const
const wallet = (currency: string) =>
  ({
    type: 'account.wallet',
    wallet: { currency, balance: '9.000000', available: '9.000000', frozen: '0.000000', version: 3 },
  }) as const
const [ours, another] = [wallet('USDT'), wallet('ETH')]
const kyc = (state: 'verified' | 'refused') => ({ type: 'account.kyc', kyc: { state } }) as const
const loaded = done('loadOffer', offered)
const sending = (value: unknown) => ({ type: 'xstate.snapshot.submitOnce', snapshot: { value } })
const started = done('submitOnce', { type: 'done', answer: strategyOf('strategy-1') })
const no = done('submitOnce', { type: 'refused', error: refused('insufficientBalance') })
const untold = done('submitOnce', { type: 'unknown' })

const NOW = 1_700_000_000_000.5
const inputOf = (type: StrategyFormInput['type']) => () => {
  let made = 0
  return { type, symbol: 'BTCUSDT', newRequestId: () => `request-id-of-form-${++made}`, serverNow: () => NOW }
}
const base: Pick<Walk<typeof strategyFormMachine>, 'input' | 'callbacks' | 'distinct' | 'states'> = {
  callbacks: ['watchPrice', 'watchAccount'],
  input: inputOf('recurring'),
  distinct: ({ form, loaded: known, now: { market }, failure, pastDays }) => [
    form.amount,
    known?.offer.available,
    known?.wanted?.state,
    market,
    failure?.refusal?.key,
    pastDays,
  ],
  states: {
    '*': ({ begun, can, snapshot }: Run<typeof strategyFormMachine>) => {
      const ids = begun.flatMap(({ src, input }) =>
        src === 'submitOnce' ? [(input as { request: { requestId: string } }).request.requestId] : [],
      )
      expect(new Set(ids).size).toBe(ids.length)
      if (!snapshot().matches('editing')) expect([can(confirm), can(right)]).toEqual([false, false])
    },
    editing: ({ snapshot, can, passed, effects }) => {
      const { form, loaded: known, now: price, failure } = snapshot().context
      const isRight = form.amount !== '' && Number(form.amount) <= Number(known?.offer.available)
      expect(can(confirm)).toBe(price.market === 'live' && known?.wanted === null && isRight)
      expect(validateStrategyNow(snapshot().context).values !== undefined).toBe(isRight && price.price !== '')
      if (passed.at(-1) === no) expect(failure).toMatchObject({ field: 'amount' })
      if (passed.at(-1)?.type === 'strategy.change') expect(failure).toBeNull()
      // The backtest is requested for any valid form, even if unaffordable.
      const asked = effects.get('past')?.heard.at(-1)
      if (form.amount === '' || price.price === '') expect(asked).toMatchObject({ question: null })
      else {
        expect(asked).toEqual({
          type: 'past.play',
          question: {
            form,
            dayMs: 86_400_000,
            ...(snapshot().context.pastDays === 7 ? { interval: '15m', bars: 672 } : { interval: '1h', bars: 720 }),
          },
        })
      }
    },
    submitting: ({ effects, snapshot }) => {
      expect(effects.get('submitOnce')?.input).toMatchObject({
        request: { ...snapshot().context.form, confirmBy: Math.floor(NOW) + 10_000 },
      })
    },
    'submitting.uncertain': ({ actor, effects }) => {
      checkNow(actor)
      expect(effects.get('submitOnce')?.heard.at(-1)?.type).toBe('once.checkNow')
    },
    started: ({ snapshot }) => expect(snapshot().context.started?.id).toBe('strategy-1'),
  },
}

testMachine(strategyFormMachine, [
  {
    shows: 'starts what is right once, at a price that is fresh',
    ...base,
    events: [
      ...[loaded, failed('loadOffer', unanswered), retry, live, stale, right, tooMuch, confirm],
      ...[sending({ uncertain: 'waiting' }), sending('sending'), started, no, untold, ours, another],
    ],
    canHappen: (event, snapshot) => {
      if (event === stale) return snapshot.matches('editing')
      if (event === ours) return snapshot.context.loaded?.offer.available === '500.000000'
      return true
    },
  },
  {
    shows: 'looks back as far as is asked for',
    ...base,
    events: [loaded, live, right, aWeek],
  },
  {
    shows: 'waits for a name where trading wants one, and goes on once it is verified',
    ...base,
    events: [done('loadOffer', nameless), live, right, kyc('refused'), kyc('verified'), confirm],
  },
  {
    shows: 'starts nothing more where as many run as may',
    ...base,
    events: [done('loadOffer', full), live, right, confirm],
    states: { editing: ({ can }) => expect(can(confirm)).toBe(false) },
  },
  {
    shows: 'begins a grid with a range around the first price, and leaves alone what was typed',
    ...base,
    input: inputOf('grid'),
    events: [loaded, live, stale, emptied, drawn],
    distinct: ({ form, now: { market } }) => [form.lower, form.upper, market],
    states: {
      editing: ({ snapshot, passed }) => {
        const { lower, upper } = snapshot().context.form
        const isPrice = ({ type }: { type: string }) => type === 'price.changed'
        const typed = passed.findLast((event) => event === drawn || event === emptied)
        if (!typed) expect([lower, upper]).toEqual(passed.some(isPrice) ? ['38000', '42000'] : ['', ''])
        else if (passed.slice(0, passed.indexOf(typed)).some(isPrice))
          expect(lower).toBe(typed === drawn ? '39000' : '')
      },
    },
  },
])

const watchPrice = fromCallback<{ type: 'none' }, { symbol: string }>(() => {})
const watchAccount = fromCallback<{ type: 'none' }>(() => {})

it('strategy form: sends a new request id when confirmed again after a refusal', async () => {
  const ids: string[] = []
  const submit = fromPromise<Strategy, OnceSending<StrategyRequest>>(async ({ input: { requestId } }) => {
    ids.push(requestId)
    throw refused('insufficientBalance')
  })
  const actor = createActor(
    strategyFormMachine.provide({
      actors: {
        loadOffer: fromPromise(async () => offered),
        watchPrice,
        watchAccount,
        submitOnce: submitOnceBy(submit),
        strategyPast: strategyPastMachine.provide({
          actors: { replay: fromPromise<StrategyPast | null, Asked>(async () => null) },
        }),
      },
    }),
    { input: inputOf('recurring')() },
  ).start()
  await waitFor(actor, (snapshot) => snapshot.matches('editing'))
  actor.send(live)
  actor.send(right)
  for (const _ of ['once', 'and again']) {
    actor.send(confirm)
    await waitFor(actor, (snapshot) => snapshot.matches('editing') && snapshot.context.failure !== null)
  }
  expect(ids).toEqual(['request-id-of-form-1', 'request-id-of-form-2'])
  actor.stop()
})

it('strategy form: fills the range of a grid once, and keeps a cleared one empty', async () => {
  const actor = createActor(
    strategyFormMachine.provide({
      actors: { loadOffer: fromPromise(async () => offered), watchPrice, watchAccount },
    }),
    { input: inputOf('grid')() },
  ).start()
  await waitFor(actor, (snapshot) => snapshot.matches('editing'))
  const range = () => {
    const { lower, upper } = actor.getSnapshot().context.form
    return [lower, upper]
  }
  actor.send(live)
  expect(range()).toEqual(['38000', '42000'])
  actor.send(emptied)
  actor.send({ type: 'price.changed', now: { market: 'live', price: '50000.00' } })
  expect(range()).toEqual(['', ''])
  actor.stop()
})

it('strategy form: requires a grid range around the price, and levels that cover their fees', () => {
  const validated = (form: Partial<Record<'lower' | 'upper' | 'grids', string>>) =>
    validateStrategyNow({
      form: {
        ...{ type: 'grid', symbol: 'BTCUSDT', amount: '400', days: '', lower: '38000', upper: '42000', grids: '4' },
        ...form,
      },
      loaded: offered,
      now: live.now,
    }).errors
  expect(validated({})).toEqual({})
  expect(validated({ lower: '40001' })).toEqual({ lower: { key: 'wrongRange' } })
  expect(validated({ lower: '39990', upper: '40010', grids: '10' })).toMatchObject({ grids: { key: 'gridTooFine' } })
})
