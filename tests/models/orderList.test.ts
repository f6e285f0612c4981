import { expect } from 'vitest'
import type { MicrotradeOrder } from '../../src/api/microtrade.ts'
import { ORDER_PAGE_SIZE, type OrderListInput, orderListMachine } from '../../src/machines/trade/orderList.ts'
import { refused, unanswered } from './answers.ts'
import { done, failed, testMachine, type Walk } from './coverage.ts'

const order = (id: string, change: Partial<MicrotradeOrder> = {}): MicrotradeOrder => ({
  id,
  symbol: 'BTCUSDT',
  direction: 'rise',
  currency: 'USDT',
  amount: '100.000000',
  seconds: 30,
  payoutBps: 8_500,
  state: 'open',
  version: 1,
  list: 0,
  status: 0,
  acceptedAt: 0,
  openTime: 1_000,
  closeTime: 31_000,
  settledAt: null,
  buyPrice: '43182.50',
  finalPrice: null,
  openTick: null,
  closeTick: null,
  payout: null,
  ...change,
})

const more = { type: 'orders.more' } as const
const retry = { type: 'orders.retry' } as const
const fresh = order('order-9999')
const foreign = order('order-9998', { symbol: 'EURUSD' })
const ofAnother = order('order-9997', { symbol: 'ETHUSDT' })
const full = Array.from({ length: ORDER_PAGE_SIZE }, (_, index) => order(`order-${2000 - index}`))
const rest = [order('order-0001')]

const walkOf = (
  input: OrderListInput,
  walk: Pick<Walk<typeof orderListMachine>, 'shows' | 'events'>,
  strangers: readonly MicrotradeOrder[],
): Walk<typeof orderListMachine> => ({
  ...walk,
  input: () => input,
  callbacks: ['watchAccount'],
  distinct: ({ orders, complete, seen }) => [orders.length, complete, seen.length > 0],
  states: {
    '*': ({ snapshot, passed }) => {
      const { orders, complete } = snapshot().context
      const ids = orders.map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
      expect(ids.filter((id) => strangers.some((stranger) => stranger.id === id))).toEqual([])
      if (snapshot().hasTag('ready') && passed.some((event) => event.order === fresh)) expect(ids[0]).toBe(fresh.id)
      if (complete) expect(snapshot().hasTag('ready')).toBe(true)
    },
    loading: ({ effects, snapshot }) => {
      expect(snapshot().context.orders.filter((each) => full.includes(each))).toEqual([])
      expect(effects.get('loadOrders')?.input).toEqual({ ...input, limit: ORDER_PAGE_SIZE })
    },
    failed: ({ can, snapshot }) => {
      expect(can(retry)).toBe(true)
      expect(snapshot().hasTag('loading')).toBe(false)
    },
    'ready.resting': ({ can, snapshot }) => {
      expect(can(more)).toBe(!snapshot().context.complete)
    },
    'ready.loadingMore': ({ effects, can }) => {
      expect(effects.get('loadMore')?.input).toEqual({
        ...input,
        before: full.at(-1)?.id,
        limit: ORDER_PAGE_SIZE,
      })
      expect(can(more)).toBe(false)
    },
    'ready.moreFailed': ({ can, snapshot }) => {
      expect(snapshot().context.orders.length).toBeGreaterThanOrEqual(full.length)
      expect(can(more)).toBe(true)
    },
  },
})

testMachine(orderListMachine, [
  walkOf(
    { kind: 'crypto', list: 0 },
    {
      shows: 'shows orders page by page, with what happens to them meanwhile',
      events: [
        { type: 'account.missed' },
        done('loadOrders', full),
        done('loadOrders', []),
        failed('loadOrders', unanswered),
        done('loadMore', rest),
        failed('loadMore', refused('tooManyRequests')),
        { type: 'account.order', order: fresh },
        { type: 'account.order', order: foreign },
        more,
        retry,
      ],
    },
    [foreign],
  ),
  walkOf(
    { kind: 'crypto', list: 0, symbol: 'BTCUSDT' },
    {
      shows: 'of one instrument holds no order on another',
      events: [
        done('loadOrders', full),
        done('loadOrders', []),
        done('loadMore', rest),
        { type: 'account.order', order: fresh },
        { type: 'account.order', order: foreign },
        { type: 'account.order', order: ofAnother },
        more,
      ],
    },
    [foreign, ofAnother],
  ),
])
