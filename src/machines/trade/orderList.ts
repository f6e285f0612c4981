import { assign, fromPromise, sendTo, setup } from 'xstate'
import { list, type Order, type OrderFilter } from '../../api/trade/orders.ts'
import { addPage, noteOrder, type OrderPage } from '../../rules/orders/order-list.ts'
import { send } from '../actors/call.ts'
import { orKept } from '../actors/calls.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { type Page, type PageLoaded, type PageRequest, pagedListBy } from '../parts/pagedList.ts'
import { withEvent } from '../parts/with-event.ts'
import { isAmong, isPlacedBy, type ResultOf } from './is-among.ts'

/** `list`: 0 trading, 1 completed. `strategy`: only the orders that it placed. */
export type OrderListInput = OrderFilter & { list: 0 | 1; strategy?: string }

const SEEN_MAX = 50

/** The guard of a list that tells which orders are part of it. */
export const isOursBy =
  (resultOf: ResultOf) =>
  ({ context: { query } }: { context: { query: OrderListInput } }, { order }: { order: Order }): boolean =>
    isAmong(order, query, resultOf) && isPlacedBy(order, query.strategy)

/** One list of the user's orders, paged, kept current by account events. */
export const orderListMachine = setup({
  types: {
    context: {} as OrderPage<Order> & {
      /** The query. */
      query: OrderListInput
      /** Orders from events: newer than a page being loaded. */
      seen: readonly Order[]
      /** Age of cached data, in ms since the epoch; null if current. */
      asOf: number | null
    },
    input: {} as OrderListInput,
    events: {} as
      | { type: 'orders.retry' }
      | PageLoaded<Page<Order>>
      | { type: 'account.order'; order: Order }
      | { type: 'account.missed' },
    children: {} as { pages: 'pagedList' },
  },
  actors: {
    pagedList: pagedListBy(
      fromPromise<Page<Order>, PageRequest<OrderListInput>>(async ({ input, signal }) => {
        const { before, limit, ...about } = input
        if (before !== undefined) return { entries: await send(list, input, { signal }) }
        const { value, asOf } = await orKept(list, input, { signal }, about)
        return { entries: value, asOf }
      }),
    ),
    watchAccount,
  },
  actions: {
    keepPage: assign(
      ({ context: { orders, seen, query, asOf } }, { page, first, complete }: PageLoaded<Page<Order>>) => ({
        ...seen.reduce<OrderPage<Order>>((kept, order) => noteOrder(kept, order, query.list), {
          orders: first ? page.entries : addPage(orders, page.entries),
          complete,
        }),
        asOf: first ? (page.asOf ?? null) : asOf,
      }),
    ),
    note: assign(({ context }, { order }: { order: Order }) => ({
      ...noteOrder(context, order, context.query.list),
      seen: [...context.seen, order].slice(-SEEN_MAX),
    })),
    loadMore: sendTo('pages', { type: 'list.more' }),
    loadAgain: sendTo('pages', { type: 'list.retry' }),
    refresh: sendTo('pages', { type: 'list.refresh' }),
  },
  guards: {
    isPartOfOpen: ({ context: { query } }, { complete }: { complete: boolean }) => query.list === 0 && !complete,
    isOurs: mustProvide('isOurs', 'guard') as (_: unknown, event: { order: Order }) => boolean,
  },
}).createMachine({
  id: 'orderList',
  description: 'A list of orders, newest first.',
  context: ({ input }) => ({ query: input, orders: [], complete: false, seen: [], asOf: null }),
  invoke: [
    { src: 'watchAccount', id: 'watchAccount' },
    {
      src: 'pagedList',
      id: 'pages',
      input: ({ context: { query } }) => ({ query }),
    },
  ],
  on: {
    'list.loaded': [
      {
        guard: withEvent('isPartOfOpen'),
        actions: [withEvent('keepPage'), 'loadMore'],
        description: 'Open orders have a total, and so are loaded completely.',
      },
      { actions: withEvent('keepPage') },
    ],
    'orders.retry': { actions: 'loadAgain' },
    'account.missed': { actions: 'refresh' },
    'account.order': { guard: withEvent('isOurs'), actions: withEvent('note') },
  },
})
