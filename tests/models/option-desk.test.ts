import { BehaviorSubject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'
import type { MicrotradeOrder } from '../../src/api/microtrade.ts'
import { createOptionDesk, type OptionNews, type OptionOrderActor } from '../../src/machines/option-desk.ts'
import { type OptionRequest, optionOrderMachine } from '../../src/machines/optionOrder.ts'
import type { CurrencyTerms } from '../../src/rules/option-form.ts'
import { refused, unanswered } from './answers.ts'

const terms: CurrencyTerms[] = [
  {
    currency: 'USDT',
    available: '150.000000',
    periods: [{ seconds: 30, payoutBps: 8_500, min: '10', max: '5000', unit: '1' }],
  },
]
const order = { id: 'order-00000001', state: 'accepted' } as MicrotradeOrder

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A desk with a server that leaves each request open until the test answers it. */
function setUp() {
  const sent: (PromiseWithResolvers<MicrotradeOrder> & { request: OptionRequest })[] = []
  const userId$ = new BehaviorSubject<string | null>('user-ada-0001')
  let ids = 0
  const desk = createOptionDesk({
    machine: optionOrderMachine.provide({
      actors: {
        loadTerms: fromPromise<readonly CurrencyTerms[]>(async () => terms),
        submitOrder: fromPromise<MicrotradeOrder, OptionRequest>(({ input }) => {
          const answer = { ...Promise.withResolvers<MicrotradeOrder>(), request: input }
          sent.push(answer)
          return answer.promise
        }),
        watchMarket: fromCallback(({ sendBack }) => sendBack({ type: 'market.changed', market: 'live' })),
        watchAccount: fromCallback(() => {}),
      },
    }),
    newRequestId: () => `request-id-of-form-${++ids}`,
    serverNow: Date.now,
    userId$,
  })
  const news: OptionNews[] = []
  desk.news$.subscribe((each) => news.push(each))
  let orders: ReadonlyMap<string, OptionOrderActor> = new Map()
  desk.orders$.subscribe((now) => {
    orders = now
  })
  const orderOf = (symbol: string) => orders.get(symbol)
  /** Fills the form in and confirms it: the order is on its way then. */
  const confirm = async (symbol: string) => {
    desk.buy(symbol, 'rise')
    await settle()
    orderOf(symbol)?.send({ type: 'order.change', change: { amount: '100' } })
    orderOf(symbol)?.send({ type: 'order.confirm' })
    return sent.at(-1)
  }
  return { desk, sent, news, userId$, orderOf, confirm }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('an order whose page is left', () => {
  it('goes on while it waits for its answer; what became of it is told, and is there at the next visit', async () => {
    const { desk, news, orderOf, confirm } = setUp()
    const leave = desk.visit('BTCUSDT')
    const sending = await confirm('BTCUSDT')
    leave()
    sending?.resolve(order)
    await settle()
    expect(news).toEqual([{ symbol: 'BTCUSDT', type: 'bought' }])
    const leaveAgain = desk.visit('BTCUSDT')
    expect(orderOf('BTCUSDT')?.getSnapshot().context.order).toEqual(order)
    leaveAgain()
    expect(orderOf('BTCUSDT')).toBeUndefined()
  })

  it('is asked for again and again meanwhile, and a refusal is told with its reason', async () => {
    const { desk, sent, news, orderOf, confirm } = setUp()
    const leave = desk.visit('BTCUSDT')
    const sending = await confirm('BTCUSDT')
    leave()
    sending?.reject(unanswered)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent.map(({ request }) => [request.requestId, request.again])).toEqual([
      ['request-id-of-form-1', false],
      ['request-id-of-form-1', true],
    ])
    expect(news).toEqual([])
    sent.at(-1)?.reject(refused('requestExpired'))
    await settle()
    expect(news).toMatchObject([{ symbol: 'BTCUSDT', type: 'refused', refusal: { key: 'requestExpired' } }])
    expect(orderOf('BTCUSDT')?.getSnapshot().context.form.amount).toBe('100')
  })

  it('is told to be unknown where the answer cannot say', async () => {
    const { desk, news, confirm } = setUp()
    const leave = desk.visit('BTCUSDT')
    const sending = await confirm('BTCUSDT')
    leave()
    sending?.reject(refused('requestReused'))
    await settle()
    expect(news).toEqual([{ symbol: 'BTCUSDT', type: 'unknown' }])
  })

  it('is forgotten where nothing was sent, or where its end is not in doubt', async () => {
    const { desk, news, orderOf, confirm } = setUp()
    const leave = desk.visit('BTCUSDT')
    desk.buy('BTCUSDT', 'rise')
    leave()
    expect(orderOf('BTCUSDT')).toBeUndefined()
    const leaveAgain = desk.visit('BTCUSDT')
    const sending = await confirm('BTCUSDT')
    sending?.resolve(order)
    await settle()
    const bought = orderOf('BTCUSDT')
    leaveAgain()
    expect(orderOf('BTCUSDT')).toBeUndefined()
    expect(bought?.getSnapshot().status).toBe('stopped')
    expect(news).toEqual([])
  })
})

describe('buying', () => {
  it('does not begin another order on a symbol whose last one waits for its answer', async () => {
    const { desk, sent, orderOf, confirm } = setUp()
    await confirm('BTCUSDT')
    const waiting = orderOf('BTCUSDT')
    desk.buy('BTCUSDT', 'fall')
    expect(orderOf('BTCUSDT')).toBe(waiting)
    await confirm('ETHUSDT')
    expect(sent.map(({ request }) => request.symbol)).toEqual(['BTCUSDT', 'ETHUSDT'])
    sent[0]?.resolve(order)
    await settle()
    desk.buy('BTCUSDT', 'fall')
    expect(orderOf('BTCUSDT')?.getSnapshot().context.form.direction).toBe('fall')
    expect(waiting?.getSnapshot().status).toBe('stopped')
  })
})

describe('the end of a session', () => {
  it.each([null, 'user-vit-0001'])('ends its orders, so that none is sent for someone else (%s)', async (next) => {
    const { desk, sent, news, userId$, orderOf, confirm } = setUp()
    const sending = await confirm('BTCUSDT')
    desk.buy('ETHUSDT', 'fall')
    sending?.reject(unanswered)
    await settle()
    userId$.next('user-ada-0001')
    expect(orderOf('BTCUSDT')).toBeDefined()
    userId$.next(next)
    expect([orderOf('BTCUSDT'), orderOf('ETHUSDT')]).toEqual([undefined, undefined])
    expect(news).toEqual([{ symbol: 'BTCUSDT', type: 'unknown' }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent).toHaveLength(1)
  })
})
