import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate'
import type { Savings, SavingsSum } from '../../api/money/savings.ts'
import { addPage } from '../../rules/orders/order-list.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { type Page, type PageLoaded, pagedListOf } from '../parts/pagedList.ts'
import { withEvent } from '../parts/with-event.ts'

/** The user's fixed-term deposits, paged, with their totals, kept current by account events. */
export const savingsListMachine = setup({
  types: {
    context: {} as { orders: readonly Savings[]; sums: readonly SavingsSum[] },
    events: {} as
      | { type: 'savings.more' }
      | { type: 'savings.retry' }
      | PageLoaded<Page<Savings>>
      | { type: 'account.savings'; savings: Savings }
      | { type: 'account.missed' },
    children: {} as { pages: 'pagedList' },
  },
  actors: {
    pagedList: pagedListOf<object>(),
    loadSums: fromPromise<readonly SavingsSum[]>(mustProvide('loadSums')),
    watchAccount: fromCallback<{ type: 'none' }>(mustProvide('watchAccount')),
  },
  actions: {
    keepPage: assign(({ context }, { page, first }: PageLoaded<Page<Savings>>) => ({
      orders: first ? page.entries : addPage(context.orders, page.entries),
    })),
    keepSums: assign((_, { output }: { output: readonly SavingsSum[] }) => ({ sums: output })),
    note: assign(({ context: { orders } }, { savings }: { savings: Savings }) => ({
      orders: orders.some(({ id }) => id === savings.id)
        ? orders.map((each) => (each.id === savings.id && each.version < savings.version ? savings : each))
        : [savings, ...orders],
    })),
    loadMore: sendTo('pages', { type: 'list.more' }),
    loadAgain: sendTo('pages', { type: 'list.retry' }),
    refresh: sendTo('pages', { type: 'list.refresh' }),
  },
}).createMachine({
  id: 'savingsList',
  description: 'The user’s fixed-term deposits, newest first, with their totals.',
  context: { orders: [], sums: [] },
  invoke: [
    { src: 'watchAccount', id: 'watchAccount' },
    { src: 'pagedList', id: 'pages', input: { query: {} } },
  ],
  initial: 'summing',
  on: {
    'list.loaded': { actions: withEvent('keepPage') },
    'savings.more': { actions: 'loadMore' },
    'savings.retry': { actions: 'loadAgain' },
    'account.savings': { target: '.summing', actions: withEvent('note') },
    'account.missed': { target: '.summing', actions: 'refresh' },
  },
  states: {
    summing: {
      invoke: {
        src: 'loadSums',
        id: 'loadSums',
        onDone: { target: 'resting', actions: withEvent('keepSums') },
        onError: 'resting',
      },
    },
    resting: { description: 'Keeps the last totals, also if newer ones did not load.' },
  },
})
