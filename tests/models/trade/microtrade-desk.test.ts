import { BehaviorSubject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'
import type { MicrotradeOrder } from '../../../src/api/trade/microtrade.ts'
import { type OnceSending, submitOnceBy } from '../../../src/machines/parts/submitOnce.ts'
import {
  createMicrotradeDesk,
  type MicrotradeFormActor,
  type MicrotradeNews,
} from '../../../src/machines/trade/microtrade-desk.ts'
import type { LastStake, MicrotradeRequest } from '../../../src/machines/trade/microtrade-form-types.ts'
import { microtradeFormMachine } from '../../../src/machines/trade/microtradeForm.ts'
import type { CurrencyTerms } from '../../../src/rules/microtrade/form.ts'
import { refused, unanswered } from '../kit/answers.ts'

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
  const sent: (PromiseWithResolvers<MicrotradeOrder> & { request: OnceSending<MicrotradeRequest> })[] = []
  const userId$ = new BehaviorSubject<string | null>('user-ada-0001')
  let ids = 0
  let kept: LastStake | undefined
  const desk = createMicrotradeDesk({
    machine: microtradeFormMachine.provide({
      actors: {
        loadTerms: fromPromise<readonly CurrencyTerms[]>(async () => terms),
        submitOnce: submitOnceBy(
          fromPromise<MicrotradeOrder, OnceSending<MicrotradeRequest>>(({ input }) => {
            const answer = { ...Promise.withResolvers<MicrotradeOrder>(), request: input }
            sent.push(answer)
            return answer.promise
          }),
        ),
        watchMarket: fromCallback(({ sendBack }) => sendBack({ type: 'market.changed', market: 'live' })),
        watchAccount: fromCallback(() => {}),
      },
    }),
    newRequestId: () => `request-id-of-form-${++ids}`,
    serverNow: Date.now,
    userId$,
    lastStake: {
      read: () => kept,
      keep: (last) => {
        kept = last
      },
    },
  })
  const news: MicrotradeNews[] = []
  desk.news$.subscribe((each) => news.push(each))
  let orders: ReadonlyMap<string, MicrotradeFormActor> = new Map()
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

describe('microtrade desk: an order whose page is left', () => {
  it('continues while it waits for its answer, and is reported and shown at the next visit', async () => {
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

  it('is retried meanwhile, and a refusal is reported with its reason', async () => {
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

  it('is reported as unknown if the answer does not decide', async () => {
    const { desk, news, confirm } = setUp()
    const leave = desk.visit('BTCUSDT')
    const sending = await confirm('BTCUSDT')
    leave()
    sending?.reject(refused('requestReused'))
    await settle()
    expect(news).toEqual([{ symbol: 'BTCUSDT', type: 'unknown' }])
  })

  it('is dropped if nothing was sent, or its outcome is known', async () => {
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
    expect(bought?.getSnapshot().value).toBe('bought')
    expect(news).toEqual([])
  })
})

describe('microtrade desk: buying', () => {
  it('starts no second order on a symbol while one waits for its answer', async () => {
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
    expect(waiting?.getSnapshot().value).toBe('bought')
  })
})

describe('microtrade desk: the end of a session', () => {
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

describe('microtrade desk: the form of the next order', () => {
  const formOf = (actor: MicrotradeFormActor | undefined) => actor?.getSnapshot().context.form

  it('starts with the last stake, until sign-out', async () => {
    const { desk, userId$, orderOf, confirm } = setUp()
    const sent = await confirm('BTCUSDT')
    desk.buy('ETHUSDT', 'fall')
    expect(formOf(orderOf('ETHUSDT'))).toMatchObject({ amount: '', direction: 'fall' })
    sent?.resolve(order)
    await settle()
    desk.buy('ETHUSDT', 'fall')
    expect(formOf(orderOf('ETHUSDT'))).toMatchObject({
      currency: 'USDT',
      seconds: 30,
      amount: '100',
      direction: 'fall',
    })
    userId$.next(null)
    userId$.next('user-bob-0002')
    desk.buy('ETHUSDT', 'fall')
    expect(formOf(orderOf('ETHUSDT'))).toMatchObject({ amount: '' })
  })

  it('is unchanged by a refused order', async () => {
    const { desk, orderOf, confirm } = setUp()
    const sent = await confirm('BTCUSDT')
    sent?.reject(refused('insufficientBalance'))
    await settle()
    desk.buy('ETHUSDT', 'rise')
    expect(formOf(orderOf('ETHUSDT'))).toMatchObject({ amount: '' })
  })
})

describe('microtrade desk: an order that was bought', () => {
  it('is announced once, and shown on its page', async () => {
    const { desk, confirm } = setUp()
    const told: unknown[] = []
    desk.bought$.subscribe((each) => told.push(each))
    const leave = desk.visit('BTCUSDT')
    const sent = await confirm('BTCUSDT')
    expect(told).toEqual([])
    sent?.resolve(order)
    await settle()
    expect(told).toEqual([order])
    expect([desk.isShowing('BTCUSDT'), desk.isShowing('ETHUSDT')]).toEqual([true, false])
    leave()
    expect(desk.isShowing('BTCUSDT')).toBe(false)
  })
})
