import { BehaviorSubject, firstValueFrom, Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'
import type { Order } from '../../../src/api/trade/orders.ts'
import { type Page, type PageRequest, pagedListBy } from '../../../src/machines/parts/pagedList.ts'
import { isOursBy, type OrderListInput, orderListMachine } from '../../../src/machines/trade/orderList.ts'
import { createRunningOrders } from '../../../src/machines/trade/running-orders.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

const orderOf = (id: string, symbol: string): Order =>
  ({ kind: 'microtrade', id, symbol, state: 'open', list: 0, version: 2 }) as Order
const bitcoin = orderOf('order-00000001', 'BTCUSDT')
const euro = orderOf('order-00000002', 'EURUSD')
const won = { ...bitcoin, state: 'won', list: 1, version: 3 } as Order

function setUp() {
  const userId$ = new BehaviorSubject<string | null>(null)
  const event$ = new Subject<Order>()
  const connected$ = new Subject<void>()
  const server = { isDown: false, asked: 0, orders: [euro, bitcoin] }
  const asked: OrderListInput[] = []
  const { running$, known$, ended$, past, show, newest } = createRunningOrders({
    machine: orderListMachine.provide({
      guards: { isOurs: isOursBy(() => null) },
      actors: {
        pagedList: pagedListBy(
          fromPromise<Page<Order>, PageRequest<OrderListInput>>(async ({ input }) => {
            asked.push(input)
            server.asked++
            if (server.isDown) throw new Error('no answer')
            return { entries: server.orders }
          }),
        ),
        watchAccount: fromCallback(({ sendBack }) => {
          const listening = event$.subscribe((order) => sendBack({ type: 'account.order', order }))
          return () => listening.unsubscribe()
        }),
      },
    }),
    userId$,
    connected$,
  })
  let running: readonly string[] = []
  let known = false
  known$.subscribe((is) => (known = is))
  const ended: string[] = []
  running$.subscribe((orders) => {
    running = orders.map(({ id }) => id)
  })
  ended$.subscribe(({ order: { id, state }, shown }) => ended.push(`${id} ${state}${shown ? ' shown' : ''}`))
  return {
    userId$,
    event$,
    connected$,
    server,
    now: () => running,
    known: () => known,
    ended,
    past,
    show,
    newest,
    asked,
  }
}

describe('a user’s open orders', () => {
  it('include every kind, followed until each ends, which is announced once', async () => {
    const { userId$, event$, now, ended } = setUp()
    expect(now()).toEqual([])
    userId$.next('user-ada-0001')
    await settle()
    expect(now()).toEqual([euro.id, bitcoin.id])
    event$.next(won)
    event$.next(won)
    expect([now(), ended]).toEqual([[euro.id], [`${won.id} won`]])
    event$.next(orderOf('order-00000003', 'ETHUSDT'))
    expect(now()).toEqual(['order-00000003', euro.id])
  })

  it('are known in their newest copy, if an answer comes after the events', async () => {
    const { userId$, event$, newest } = setUp()
    userId$.next('user-ada-0001')
    await settle()
    const known = (order: Order) => firstValueFrom(newest(order))
    const placed = orderOf('order-00000003', 'ETHUSDT')
    expect(await known(placed)).toBe(placed)
    event$.next(won)
    expect(await known(bitcoin)).toBe(won)
    expect(await known({ ...won, version: 4 })).toMatchObject({ version: 4 })
  })

  it('are announced on every page, with whether it shows them', async () => {
    const { userId$, event$, ended, show } = setUp()
    userId$.next('user-ada-0001')
    await settle()
    const leave = show(bitcoin.symbol)
    event$.next(won)
    leave()
    event$.next({ ...euro, state: 'lost', list: 1, version: 3 } as Order)
    expect(ended).toEqual([`${won.id} won shown`, `${euro.id} lost`])
  })

  it('are empty after signing out, without announcements', async () => {
    const { userId$, event$, now, ended } = setUp()
    userId$.next('user-ada-0001')
    await settle()
    userId$.next(null)
    event$.next(won)
    expect([now(), ended]).toEqual([[], []])
  })

  it('are unknown until they have been loaded, also if there are none', async () => {
    const { userId$, connected$, server, known } = setUp()
    expect(known()).toBe(true)
    server.isDown = true
    userId$.next('user-ada-0001')
    expect(known()).toBe(false)
    await settle()
    expect(known()).toBe(false)
    server.isDown = false
    server.orders = []
    connected$.next()
    await settle()
    expect(known()).toBe(true)
    userId$.next('user-bob-0002')
    expect(known()).toBe(false)
  })

  it('are requested once for many viewers, and again after a lost connection', async () => {
    const { userId$, connected$, server, now } = setUp()
    server.isDown = true
    userId$.next('user-ada-0001')
    await settle()
    expect([now(), server.asked]).toEqual([[], 1])
    server.isDown = false
    connected$.next()
    await settle()
    expect([now(), server.asked]).toEqual([[euro.id, bitcoin.id], 2])
    connected$.next()
    await settle()
    expect(server.asked).toBe(2)
  })

  it('include ended ones of a symbol, also new ones, and none after signing out', async () => {
    const { userId$, event$, past, asked } = setUp()
    const seen: string[][] = []
    past('BTCUSDT').subscribe((orders) => seen.push(orders.map(({ id, state }) => `${id} ${state}`)))
    userId$.next('user-ada-0001')
    await settle()
    expect(asked.at(-1)).toMatchObject({ list: 1, symbol: 'BTCUSDT' })
    event$.next(won)
    expect(seen.at(-1)).toContain(`${won.id} won`)
    userId$.next(null)
    expect(seen.at(-1)).toEqual([])
  })
})
