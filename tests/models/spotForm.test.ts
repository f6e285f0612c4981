import { expect, it } from 'vitest'
import type { SpotOrder } from '../../src/api/spot.ts'
import { canCancelSpot, judgeSpotNow, type SpotOffer, spotFormMachine } from '../../src/machines/trade/spotForm.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, type Run, testMachine, type Walk } from './coverage.ts'
import { pair, spotOrderOf } from './spots.ts'

const offer: SpotOffer = { pair, wanted: null, days: [] }
const nameless: SpotOffer = { ...offer, wanted: { state: 'pendingReview', reviewSeconds: 30 } }
const now = (market: 'live' | 'stale') => ({ type: 'price.changed', now: { market, price: '40000.00' } }) as const
const [live, stale] = [now('live'), now('stale')]
const quantity = { type: 'spot.change', change: { quantity: '0.01' } } as const
const tooMuch = { type: 'spot.change', change: { quantity: '1.9' } } as const
const sell = { type: 'spot.change', change: { side: 'sell', quantity: '0.02' } } as const
const told = (change: Partial<SpotOrder>) =>
  ({ type: 'account.order', order: { kind: 'spot', ...spotOrderOf('order-0002', change) } }) as const
const [waits, newer, over] = [told({}), told({ version: 3, filled: '0.05000' }), told({ version: 4, state: 'filled' })]
const elsewhere = told({ symbol: 'ETHUSDT' })
const confirm = { type: 'spot.confirm' } as const
const retry = { type: 'spot.retry' } as const
const close = { type: 'spot.close' } as const
const checkNow = { type: 'spot.checkNow' } as const
const wallet = (currency: string) =>
  ({
    type: 'account.wallet',
    wallet: { currency, balance: '9.000000', available: '9.000000', frozen: '0.000000', version: 3 },
  }) as const
const [ours, coin, another] = [wallet('USDT'), wallet('BTC'), wallet('ETH')]
const kyc = (state: 'verified' | 'refused') => ({ type: 'account.kyc', kyc: { state } }) as const
const loaded = done('loadOffer', offer)
const loadedNameless = done('loadOffer', nameless)
const sending = (value: unknown) => ({ type: 'xstate.snapshot.submitOnce', snapshot: { value } })
const ordered = done('submitOnce', { type: 'done', answer: spotOrderOf('order-0001') })
const no = done('submitOnce', { type: 'refused', error: refused('limitSellTooLow') })
const untold = done('submitOnce', { type: 'unknown' })

const NOW = 1_700_000_000_000.5
const base: Pick<Walk<typeof spotFormMachine>, 'input' | 'callbacks' | 'distinct' | 'states'> = {
  callbacks: ['watchPrice', 'watchAccount'],
  input: () => {
    let made = 0
    return {
      symbol: 'BTCUSDT',
      side: 'buy',
      newRequestId: () => `request-id-of-form-${++made}`,
      serverNow: () => NOW,
    }
  },
  distinct: ({ form, offer: known, now: { market }, failure }) => [
    form.quantity,
    known?.pair.quote.available,
    known?.pair.base.available,
    known?.pair.orders.map(({ version }) => version).join(),
    known?.wanted?.state,
    market,
    failure?.refusal?.key,
  ],
  states: {
    '*': ({ begun, can, snapshot }: Run<typeof spotFormMachine>) => {
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
      // A hundredth above the best ask, and a thousandth of that.
      const cost = form.side === 'buy' ? Number(form.quantity) * 40_000.4 * 1.01 * 1.001 : Number(form.quantity)
      const have = Number(known?.pair[form.side === 'buy' ? 'quote' : 'base'].available)
      const isRight = form.quantity !== '' && cost <= have
      expect(can(confirm)).toBe(price.market === 'live' && known?.wanted === null && isRight)
      expect(judgeSpotNow(snapshot().context).figures !== undefined).toBe(isRight && price.price !== '')
      if (passed.at(-1) === no) expect(failure).toMatchObject({ refusal: { key: 'limitSellTooLow' }, field: 'price' })
      if (passed.at(-1)?.type === 'spot.change') expect(failure).toBeNull()
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

testMachine(spotFormMachine, [
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
      coin,
      another,
    ],
    canHappen: (event, snapshot) => {
      if (event === stale) return snapshot.matches('editing')
      if (event === ours) return snapshot.context.offer?.pair.quote.available === '500.000000'
      if (event === coin) return snapshot.context.offer?.pair.base.available === '0.50000000'
      return true
    },
  },
  {
    shows: 'waits for a name where trading wants one, and goes on once it is verified',
    ...base,
    events: [loadedNameless, live, quantity, kyc('refused'), kyc('verified'), confirm],
  },
  {
    shows: 'sells what there is of the coin, and follows what is live beside it, the newer of two reports',
    ...base,
    events: [loaded, live, sell, waits, newer, over, elsewhere],
    states: {
      ...base.states,
      editing: ({ snapshot, passed }) => {
        const { orders } = snapshot().context.offer?.pair ?? pair
        const heard = passed.slice(passed.indexOf(loaded)).filter((event) => event === waits || event === newer)
        const [last] = passed.filter((event) => event === over || event === waits || event === newer).slice(-1)
        expect(orders.every(({ symbol, state }) => symbol === 'BTCUSDT' && state !== 'filled')).toBe(true)
        if (last === over) expect(orders).toEqual([])
        else if (heard.length > 0) expect(orders).toHaveLength(1)
      },
    },
  },
])

it('is bound by what there is of the coin where it is sold, and by USDT where it is bought', () => {
  const judged = (side: 'buy' | 'sell', size: string) =>
    judgeSpotNow({
      form: { symbol: 'BTCUSDT', side, type: 'market', timeInForce: 'gtc', price: '', quantity: size },
      offer,
      now: live.now,
    }).errors
  expect([judged('sell', '0.5'), judged('buy', '0.0123')]).toEqual([{}, {}])
  const poor = { quantity: { key: 'insufficientBalance' } }
  expect([judged('sell', '0.5001'), judged('buy', '0.0124')]).toEqual([poor, poor])
})

it('takes a limit order back while it waits, and nothing that meets its next tick whatever it is', () => {
  const can = (change: Partial<SpotOrder>) => canCancelSpot(spotOrderOf('order-0001', change))
  expect(can({})).toBe(true)
  expect(can({ state: 'filling.waiting', timeInForce: 'postOnly' })).toBe(true)
  expect(can({ state: 'pending' })).toBe(false)
  expect(can({ state: 'filling.cancelling' })).toBe(false)
  expect(can({ state: 'filling.waiting', timeInForce: 'ioc' })).toBe(false)
  expect(can({ state: 'filling.waiting', type: 'market' })).toBe(false)
  expect(can({ state: 'filled' })).toBe(false)
})
