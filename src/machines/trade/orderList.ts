import { assign, fromCallback, sendTo, setup } from 'xstate'
import type { MicrotradeOrder } from '../../api/microtrade.ts'
import { findInstrument } from '../../rules/instruments.ts'
import { addPage, noteOrder, type OrderPage } from '../../rules/order-list.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { type Page, type PageLoaded, pagedListOf } from '../parts/pagedList.ts'

/** Which options a list holds: on crypto pairs, or on foreign exchange and metals. */
export type OrderKind = 'crypto' | 'wh'

/** `list`: 0 trading, 1 completed. `symbol`: only those on one instrument of the kind. */
export type OrderListInput = { kind: OrderKind; list: 0 | 1; symbol?: string }

const SEEN_MAX = 50

const kindOf = ({ symbol }: MicrotradeOrder): OrderKind => (findInstrument(symbol)?.kind === 'crypto' ? 'crypto' : 'wh')

/** One list of a person's timed options, page by page, kept current by the account's events. */
export const orderListMachine = setup({
  types: {
    context: {} as OrderListInput &
      OrderPage<MicrotradeOrder> & {
        /** Orders that events named: newer than what a page under way may bring. */
        seen: readonly MicrotradeOrder[]
        /** When the newest were so, in ms since the epoch, where no answer has come since; else null. */
        asOf: number | null
      },
    input: {} as OrderListInput,
    events: {} as
      | { type: 'orders.more' }
      | { type: 'orders.retry' }
      | PageLoaded<Page<MicrotradeOrder>>
      | { type: 'account.order'; order: MicrotradeOrder }
      | { type: 'account.missed' },
    children: {} as { pages: 'pagedList' },
  },
  actors: {
    pagedList: pagedListOf<OrderListInput>(),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    keepPage: assign(
      ({ context: { orders, seen, list, asOf } }, { page, first, complete }: PageLoaded<Page<MicrotradeOrder>>) => ({
        ...seen.reduce<OrderPage<MicrotradeOrder>>((kept, order) => noteOrder(kept, order, list), {
          orders: first ? page.entries : addPage(orders, page.entries),
          complete,
        }),
        asOf: first ? (page.asOf ?? null) : asOf,
      }),
    ),
    note: assign(({ context }, { order }: { order: MicrotradeOrder }) => ({
      ...noteOrder(context, order, context.list),
      seen: [...context.seen, order].slice(-SEEN_MAX),
    })),
    loadMore: sendTo('pages', { type: 'list.more' }),
    loadAgain: sendTo('pages', { type: 'list.retry' }),
    refresh: sendTo('pages', { type: 'list.refresh' }),
  },
  guards: {
    isOurs: ({ context: { kind, symbol } }, { order }: { order: MicrotradeOrder }) =>
      kindOf(order) === kind && (symbol === undefined || order.symbol === symbol),
  },
}).createMachine({
  id: 'orderList',
  description: 'A list of timed options, newest first.',
  context: ({ input }) => ({ ...input, orders: [], complete: false, seen: [], asOf: null }),
  invoke: [
    { src: 'watchAccount', id: 'watchAccount' },
    {
      src: 'pagedList',
      id: 'pages',
      input: ({ context: { kind, list, symbol } }) => ({
        query: { kind, list, ...(symbol !== undefined && { symbol }) },
      }),
    },
  ],
  on: {
    'list.loaded': { actions: { type: 'keepPage', params: ({ event }) => event } },
    'orders.more': { actions: 'loadMore' },
    'orders.retry': { actions: 'loadAgain' },
    'account.missed': { actions: 'refresh' },
    'account.order': {
      guard: { type: 'isOurs', params: ({ event }) => event },
      actions: { type: 'note', params: ({ event }) => event },
    },
  },
})
