import { assign, fromPromise, setup } from 'xstate'
import type { Order } from '../../api/trade/orders.ts'
import { loadAll } from './ordersFile.ts'

/** All ended orders, for what is calculated from each. */
export const allOrdersMachine = setup({
  types: {
    context: {} as { orders: readonly Order[] },
    events: {} as { type: 'orders.retry' },
    tags: {} as 'failed',
  },
  actors: {
    loadOrders: fromPromise<readonly Order[]>(({ signal }) => loadAll({}, signal)),
  },
  actions: {
    keep: assign((_, { orders }: { orders: readonly Order[] }) => ({ orders })),
  },
}).createMachine({
  id: 'allOrders',
  description: 'All ended orders of the user, loaded once.',
  context: { orders: [] },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadOrders',
        id: 'loadOrders',
        onDone: { target: 'ready', actions: { type: 'keep', params: ({ event }) => ({ orders: event.output }) } },
        onError: 'failed',
      },
    },
    ready: {},
    failed: { tags: 'failed', on: { 'orders.retry': 'loading' } },
  },
})
