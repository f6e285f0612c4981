import { BehaviorSubject, NEVER, of } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { fromPromise, waitFor } from 'xstate'
import type { LeverOrder } from '../../../src/api/trade/lever.ts'
import { inject } from '../../../src/machines/actors/call.ts'
import type { OnceSending } from '../../../src/machines/parts/submitOnce.ts'
import {
  type LeverOffer,
  type LeverRequest,
  leverDraft,
  leverRules,
  newLever,
} from '../../../src/machines/trade/leverForm.ts'
import { createOrderStore, type OrderNews } from '../../../src/machines/trade/order-store.ts'
import { refused } from '../kit/answers.ts'
import { createDraftDevice } from '../kit/drafts.ts'
import { deal, leverOrderOf } from '../kit/levers.ts'

const quotes = { quote$: () => of({ price: '40000.00', state: 'live' as const, fresh: true }) }

/** A store with a server that leaves each request open until the test answers it. */
function setUp({ perSymbol = false } = {}) {
  const sent: (PromiseWithResolvers<LeverOrder> & { request: OnceSending<LeverRequest> })[] = []
  const userId$ = new BehaviorSubject<string | null>('user-ada-0001')
  inject({ account: { event$: NEVER, missed$: NEVER }, orderKinds: new Set(), quotes })
  const device = createDraftDevice()
  device.open('user-ada-0001')
  let ids = 0
  const store = createOrderStore({
    rules: leverRules,
    draft: leverDraft,
    newForm: newLever,
    loadOffer: fromPromise<LeverOffer, { symbol: string }>(async () => ({ deal, wanted: null, days: [] })),
    submit: fromPromise<LeverOrder, OnceSending<LeverRequest>>(({ input }) => {
      const answer = { ...Promise.withResolvers<LeverOrder>(), request: input }
      sent.push(answer)
      return answer.promise
    }),
    newRequestId: () => `request-id-of-form-${++ids}`,
    serverNow: () => 1_700_000_000_000,
    userId$,
    perSymbol,
  })
  const ordered: LeverOrder[] = []
  store.ordered$.subscribe((each) => ordered.push(each))
  const news: OrderNews[] = []
  store.news$.subscribe((each) => news.push(each))
  const order = async (symbol = 'BTCUSDT') => {
    const form = store.begin(symbol, 'long')
    const leave = store.look(form)
    await waitFor(form, (now) => now.hasTag('form'))
    form.send({ type: 'form.change', change: { quantity: '0.01' } })
    form.send({ type: 'form.confirm' })
    expect(form.getSnapshot().hasTag('pending')).toBe(true)
    return { form, leave }
  }
  return { store, news, ordered, sent, userId$, order, device }
}

describe('an order whose page is left while it waits for its answer', () => {
  it('continues, is shown at the next visit of its market, and is not sent twice', async () => {
    const { store, sent, order } = setUp()
    const { form, leave } = await order()
    expect(store.left()).toBeUndefined()
    leave()
    expect(store.left()).toBe(form)
    expect(store.left('BTCUSDT')).toBe(form)
    expect(store.left('ETHUSDT')).toBeUndefined()
    expect(store.begin('ETHUSDT', 'short')).toBe(form)
    form.send({ type: 'form.confirm' })
    expect(sent.map(({ request }) => request.requestId)).toEqual(['request-id-of-form-1'])
  })

  it('is announced once placed, and then removed', async () => {
    const { store, news, ordered, sent, order } = setUp()
    const pending: boolean[] = []
    store.pending$.subscribe((is) => pending.push(is))
    const { form, leave } = await order()
    leave()
    sent[0]?.resolve(leverOrderOf('order-0001'))
    await waitFor(form, (now) => now.status === 'done')
    expect(news).toEqual([{ symbol: 'BTCUSDT', type: 'ordered' }])
    expect(ordered).toEqual([leverOrderOf('order-0001')])
    expect(store.left()).toBeUndefined()
    expect(pending).toEqual([false, true, false])
  })

  it('is announced if refused, and its form keeps its input', async () => {
    const { store, news, sent, order } = setUp()
    const { form, leave } = await order()
    leave()
    sent[0]?.reject(refused('leverageTooHigh'))
    await waitFor(form, (now) => !now.hasTag('pending'))
    expect(news).toMatchObject([{ symbol: 'BTCUSDT', type: 'refused', refusal: { key: 'leverageTooHigh' } }])
    expect(store.left()?.getSnapshot().context.form.quantity).toBe('0.01')
    const leaveAgain = store.look(form)
    leaveAgain()
    expect(store.left()).toBeUndefined()
  })

  it('is announced as unknown if the answer does not decide', async () => {
    const { news, sent, order } = setUp()
    const { form, leave } = await order()
    leave()
    sent[0]?.reject(refused('requestReused'))
    await waitFor(form, (now) => !now.hasTag('pending'))
    expect(news).toEqual([{ symbol: 'BTCUSDT', type: 'unknown' }])
  })

  it('is not announced on its own page', async () => {
    const { store, news, ordered, sent, order } = setUp()
    const { form, leave } = await order()
    leave()
    store.look(form)
    sent[0]?.resolve(leverOrderOf('order-0001'))
    await waitFor(form, (now) => now.status === 'done')
    expect(news).toEqual([])
    expect(ordered).toEqual([leverOrderOf('order-0001')])
  })

  it('does not continue for another user', async () => {
    const { store, news, userId$, order } = setUp()
    const { form, leave } = await order()
    leave()
    userId$.next(null)
    expect(form.getSnapshot().status).toBe('stopped')
    expect(store.left()).toBeUndefined()
    expect(news).toEqual([{ symbol: 'BTCUSDT', type: 'unknown' }])
  })
})

it('order store: a form that waits for nothing ends with its page', async () => {
  const { store } = setUp()
  const form = store.begin('BTCUSDT', 'long')
  store.look(form)()
  expect(form.getSnapshot().status).toBe('stopped')
  expect(store.left()).toBeUndefined()
})

it('order store: a size outlasts its page on its symbol until it is ordered, a price does not', async () => {
  const { store, sent, order, device } = setUp()
  const formOf = (symbol: string) => {
    const form = store.begin(symbol, 'short')
    const { quantity, price, takeProfit } = form.getSnapshot().context.form
    store.look(form)()
    return [quantity, price, takeProfit]
  }
  const form = store.begin('BTCUSDT', 'long')
  const leave = store.look(form)
  await waitFor(form, (now) => now.hasTag('form'))
  form.send({ type: 'form.change', change: { quantity: '0.02' } })
  form.send({ type: 'form.change', change: { takeProfit: '41000' } })
  leave()
  expect([formOf('BTCUSDT'), formOf('ETHUSDT')]).toEqual([
    ['0.02', '', ''],
    ['', '', ''],
  ])
  expect(device.stored()).not.toContain('41000')
  expect(sent).toEqual([])
  const ordered = await order()
  sent[0]?.resolve(leverOrderOf('order-0001'))
  await waitFor(ordered.form, (now) => now.status === 'done')
  expect(device.stored()).toBeUndefined()
  expect(formOf('BTCUSDT')).toEqual(['', '', ''])
})

describe('order store: a kind with an order of its own on each symbol', () => {
  it('starts no second order on a symbol while one awaits its answer, but one on another', async () => {
    const { store, sent, order } = setUp({ perSymbol: true })
    const { form } = await order('BTCUSDT')
    expect(store.begin('BTCUSDT', 'short')).toBe(form)
    await order('ETHUSDT')
    expect(sent.map(({ request }) => request.symbol)).toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(store.left('BTCUSDT')).toBe(form)
    sent[0]?.resolve(leverOrderOf('order-0001'))
    await waitFor(form, (now) => now.status === 'done')
    expect(store.begin('BTCUSDT', 'short').getSnapshot().context.form.direction).toBe('short')
  })

  it.each([null, 'user-vit-0001'])('ends all of them with the session (%s)', async (next) => {
    const { store, news, userId$, order } = setUp({ perSymbol: true })
    const { form } = await order('BTCUSDT')
    const other = store.begin('ETHUSDT', 'short')
    userId$.next('user-ada-0001')
    expect(form.getSnapshot().status).toBe('active')
    userId$.next(next)
    expect([form.getSnapshot().status, other.getSnapshot().status]).toEqual(['stopped', 'stopped'])
    expect([store.left('BTCUSDT'), store.left('ETHUSDT')]).toEqual([undefined, undefined])
    expect(news).toEqual([{ symbol: 'BTCUSDT', type: 'unknown' }])
  })
})
