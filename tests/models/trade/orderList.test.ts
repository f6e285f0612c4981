import { expect, it } from 'vitest'
import { initialTransition, transition } from 'xstate'
import type { Order, OrderOf } from '../../../src/api/trade/orders.ts'
import { resultOf } from '../../../src/machines/orders/life.ts'
import { microtradeMachine } from '../../../src/machines/orders/microtrade.ts'
import { PAGE_SIZE } from '../../../src/machines/parts/pagedList.ts'
import { isOursBy, type OrderListInput, orderListMachine } from '../../../src/machines/trade/orderList.ts'
import { testMachine, type Walk } from '../kit/coverage.ts'
import { spotOrderOf } from '../kit/spots.ts'

const order = (id: string, change: Partial<OrderOf<'microtrade'>> = {}): Order => ({
  kind: 'microtrade',
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

const retry = { type: 'orders.retry' } as const
const fresh = order('order-9999')
const foreign = order('order-9998', { symbol: 'EURUSD' })
const won = order('order-9996', { state: 'won', list: 1 })
const lost = order('order-9995', { state: 'lost', list: 1 })
const foreignLost = order('order-9994', { state: 'lost', list: 1, symbol: 'EURUSD' })
const ofAnother = order('order-9997', { symbol: 'ETHUSDT' })
const spot = (id: string, strategyId: string | null): Order => ({ kind: 'spot', ...spotOrderOf(id, { strategyId }) })
const [placed, ownSpot] = [spot('order-9993', 'strategy-1'), spot('order-9992', null)]
const full = Array.from({ length: PAGE_SIZE }, (_, index) => order(`order-${2000 - index}`))
const rest = [order('order-0001')]
const loaded = (entries: readonly Order[], first: boolean) =>
  ({ type: 'list.loaded', page: { entries }, first, complete: entries.length < PAGE_SIZE }) as const
const newest = loaded(full, true)
const none = loaded([], true)
/** As this device knew them a while ago. */
const known = { ...newest, page: { entries: full, asOf: 1_700_000_000_000 } }
const older = loaded(rest, false)
/** The pages requested by each event. */
const asks: Record<string, string> = {
  [retry.type]: 'list.retry',
  'account.missed': 'list.refresh',
}

const walkOf = (
  input: OrderListInput,
  walk: Pick<Walk<typeof orderListMachine>, 'shows' | 'events'>,
  strangers: readonly Order[],
): Walk<typeof orderListMachine> => ({
  ...walk,
  input: () => input,
  callbacks: ['watchAccount'],
  distinct: ({ orders, complete, seen, asOf }) => [orders.length, complete, seen.length > 0, asOf],
  states: {
    '*': ({ snapshot, passed, effects }) => {
      const ids = snapshot().context.orders.map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
      expect(ids.filter((id) => strangers.some((stranger) => stranger.id === id))).toEqual([])
      if (passed.some((event) => event.order === fresh)) {
        if (passed.some(({ type }) => type === 'list.loaded')) expect(ids[0]).toBe(fresh.id)
      }
      const pages = effects.get('pages')
      expect(pages?.input).toEqual({ query: input })
      // Open orders have a total: the remaining pages are requested once the first has arrived.
      const asked = passed.map(({ type, complete }) =>
        complete === false && input.list === 0 ? 'list.more' : asks[type],
      )
      expect(pages?.heard.map(({ type }) => type)).toEqual(asked.filter((type) => type !== undefined))
      const last = passed.findLast(({ type }) => type === 'list.loaded')
      if (last) expect(snapshot().context.complete).toBe(last.complete)
      else expect(snapshot().context).toMatchObject({ orders: [], complete: false })
      if (last === none)
        expect(ids.every((id) => [fresh, foreignLost, placed].some((each) => each.id === id))).toBe(true)
      if (last === none && passed.at(-1)?.order === foreignLost) expect(ids).toEqual([foreignLost.id])
      if (last === older) expect(ids).toContain(rest[0]?.id)
      const first = passed.findLast((event) => event.first)
      expect(snapshot().context.asOf).toBe(first === known ? known.page.asOf : null)
    },
  },
})

const machine = orderListMachine.provide({
  guards: { isOurs: isOursBy(({ state }) => resultOf(microtradeMachine, state)) },
})

testMachine(machine, [
  walkOf(
    { list: 0, market: 'crypto' },
    {
      shows: 'shows orders page by page, with what happens to them meanwhile',
      events: [
        { type: 'account.missed' },
        newest,
        none,
        older,
        { type: 'account.order', order: fresh },
        { type: 'account.order', order: foreign },
        retry,
      ],
    },
    [foreign],
  ),
  walkOf(
    { list: 0, symbol: 'BTCUSDT' },
    {
      shows: 'of one instrument holds no order on another',
      events: [
        newest,
        none,
        older,
        { type: 'account.order', order: fresh },
        { type: 'account.order', order: foreign },
        { type: 'account.order', order: ofAnother },
      ],
    },
    [foreign, ofAnother],
  ),
  walkOf(
    { list: 1, result: 'lost', market: 'forex' },
    {
      shows: 'of what came to one thing on one market holds nothing else',
      events: [
        none,
        { type: 'account.order', order: foreign },
        { type: 'account.order', order: won },
        { type: 'account.order', order: lost },
        { type: 'account.order', order: foreignLost },
      ],
    },
    [foreign, won, lost],
  ),
  walkOf(
    { list: 0, strategy: 'strategy-1' },
    {
      shows: 'of what a strategy placed holds no other order',
      events: [
        none,
        { type: 'account.order', order: placed },
        { type: 'account.order', order: ownSpot },
        { type: 'account.order', order: fresh },
      ],
    },
    [ownSpot, fresh],
  ),
  walkOf(
    { list: 1 },
    { shows: 'says from when its newest are, until they are loaded again', events: [known, newest, older, retry] },
    [],
  ),
])

it('orders: a first page replaces the list, and a later one is appended', () => {
  const shownAfter = (...pages: readonly (typeof newest)[]) =>
    pages
      .reduce(
        (snapshot, page) => transition(orderListMachine, snapshot, page)[0],
        initialTransition(orderListMachine, { list: 1 })[0],
      )
      .context.orders.map(({ id }) => id)
  const ids = (orders: readonly Order[]) => orders.map(({ id }) => id)
  expect(shownAfter(older, newest)).toEqual(ids(full))
  expect(shownAfter(newest, older)).toEqual(ids([...full, ...rest]))
})
