import { assign, fromPromise, setup } from 'xstate'
import { type Order, type OrderFilter, type OrderTotals, totals } from '../../api/trade/orders.ts'
import { orKept } from '../actors/calls.ts'
import { watchAccount } from '../actors/watch-account.ts'
import { mustProvide } from '../parts/must-provide.ts'
import { withEvent } from '../parts/with-event.ts'
import { isAmong, isOver, type ResultOf } from './is-among.ts'

/** The guard of totals that tells which orders change them. */
export const changesThemBy =
  (resultOf: ResultOf) =>
  ({ context: { filter } }: { context: { filter: OrderFilter } }, { order }: { order: Order }): boolean =>
    isOver(order) && isAmong(order, filter, resultOf)

/** Totals of the user's orders of a query, calculated by the server, reloaded whenever one ends. */
export const orderTotalsMachine = setup({
  types: {
    context: {} as { filter: OrderFilter; totals: OrderTotals | null },
    input: {} as OrderFilter,
    events: {} as { type: 'totals.retry' } | { type: 'account.order'; order: Order } | { type: 'account.missed' },
    tags: {} as 'failed',
  },
  actors: {
    // Cached with the list, which shows the age of both.
    loadTotals: fromPromise<OrderTotals, OrderFilter>(
      async ({ input, signal }) => (await orKept(totals, input, { signal })).value,
    ),
    watchAccount,
  },
  actions: {
    keep: assign((_, { output }: { output: OrderTotals }) => ({ totals: output })),
  },
  guards: {
    changesThem: mustProvide('changesThem', 'guard') as (_: unknown, event: { order: Order }) => boolean,
  },
}).createMachine({
  id: 'orderTotals',
  description: 'Totals of the user’s orders.',
  context: ({ input }) => ({ filter: input, totals: null }),
  invoke: { src: 'watchAccount', id: 'watchAccount' },
  initial: 'loading',
  on: {
    'account.missed': '.loading',
    'account.order': { guard: withEvent('changesThem'), target: '.loading' },
  },
  states: {
    loading: {
      description: 'The last data is shown meanwhile.',
      invoke: {
        src: 'loadTotals',
        id: 'loadTotals',
        input: ({ context }) => context.filter,
        onDone: { target: 'ready', actions: withEvent('keep') },
        onError: 'failed',
      },
    },
    ready: {},
    failed: { tags: 'failed', on: { 'totals.retry': 'loading' } },
  },
})
