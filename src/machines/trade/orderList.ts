import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { MicrotradeOrder } from '../../api/microtrade.ts'
import { findInstrument } from '../../rules/instruments.ts'
import { addPage, noteOrder, type OrderPage } from '../../rules/order-list.ts'
import { mustProvide } from '../parts/must-provide.ts'

/** Which options a list holds: on crypto pairs, or on foreign exchange and metals. */
export type OrderKind = 'crypto' | 'wh'

/** `list`: 0 trading, 1 completed. `symbol`: only those on one instrument of the kind. */
export type OrderListInput = { kind: OrderKind; list: 0 | 1; symbol?: string }

/** Asks for a page of orders older than `before`; of the newest where it is left out. */
export type OrderPageRequest = OrderListInput & { before?: string; limit: number }

export const ORDER_PAGE_SIZE = 20
const SEEN_MAX = 50

const kindOf = ({ symbol }: MicrotradeOrder): OrderKind => (findInstrument(symbol)?.kind === 'crypto' ? 'crypto' : 'wh')

const pageOf = ({ kind, list, symbol }: OrderListInput, before?: string): OrderPageRequest => ({
  kind,
  list,
  ...(symbol !== undefined && { symbol }),
  ...(before !== undefined && { before }),
  limit: ORDER_PAGE_SIZE,
})

/** One list of a person's timed options, page by page, kept current by the account's events. */
export const orderListMachine = setup({
  types: {
    context: {} as OrderListInput &
      OrderPage<MicrotradeOrder> & {
        /** Orders that events named: newer than what a page under way may bring. */
        seen: readonly MicrotradeOrder[]
      },
    input: {} as OrderListInput,
    events: {} as
      | { type: 'orders.more' }
      | { type: 'orders.retry' }
      | { type: 'account.order'; order: MicrotradeOrder }
      | { type: 'account.missed' },
    tags: {} as 'loading' | 'ready' | 'loadingMore' | 'moreFailed',
  },
  actors: {
    loadOrders: fromPromise<readonly MicrotradeOrder[], OrderPageRequest>(mustProvide('loadOrders')),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    keepPage: assign(({ context: { orders, seen, list } }, { output }: { output: readonly MicrotradeOrder[] }) =>
      seen.reduce<OrderPage<MicrotradeOrder>>(
        (page, order) => noteOrder(page, order, list),
        addPage(orders, output, ORDER_PAGE_SIZE),
      ),
    ),
    forget: assign({ orders: [], complete: false }),
    note: assign(({ context }, { order }: { order: MicrotradeOrder }) => ({
      ...noteOrder(context, order, context.list),
      seen: [...context.seen, order].slice(-SEEN_MAX),
    })),
  },
  guards: {
    isOurs: ({ context: { kind, symbol } }, { order }: { order: MicrotradeOrder }) =>
      kindOf(order) === kind && (symbol === undefined || order.symbol === symbol),
    hasMore: ({ context }) => !context.complete,
  },
}).createMachine({
  id: 'orderList',
  description: 'A list of timed options, newest first.',
  context: ({ input }) => ({ ...input, orders: [], complete: false, seen: [] }),
  invoke: { src: 'watchAccount', id: 'watchAccount' },
  initial: 'loading',
  on: {
    'account.order': {
      guard: { type: 'isOurs', params: ({ event }) => event },
      actions: { type: 'note', params: ({ event }) => event },
    },
  },
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadOrders',
        id: 'loadOrders',
        input: ({ context }) => pageOf(context),
        onDone: { target: 'ready', actions: { type: 'keepPage', params: ({ event }) => event } },
        onError: 'failed',
      },
    },
    failed: {
      on: { 'orders.retry': 'loading' },
    },
    ready: {
      tags: 'ready',
      initial: 'resting',
      on: { 'account.missed': { target: 'loading', actions: 'forget' } },
      states: {
        resting: {
          on: { 'orders.more': { guard: 'hasMore', target: 'loadingMore' } },
        },
        loadingMore: {
          tags: 'loadingMore',
          invoke: {
            src: 'loadOrders',
            id: 'loadMore',
            input: ({ context }) => pageOf(context, context.orders.at(-1)?.id),
            onDone: { target: 'resting', actions: { type: 'keepPage', params: ({ event }) => event } },
            onError: 'moreFailed',
          },
        },
        moreFailed: {
          description: 'What is shown stays; the next page can be asked for again.',
          tags: 'moreFailed',
          on: { 'orders.more': 'loadingMore' },
        },
      },
    },
  },
})
