import { fromPromise, setup } from 'xstate'
import { list, type Order, type OrderFilter } from '../../api/trade/orders.ts'
import { dep, send } from '../actors/call.ts'
import { allPages } from '../parts/allPages.ts'

const ALL_AT_ONCE = 100

/** All ended orders of a filter, newest first. */
export const loadAll = (filter: OrderFilter, signal: AbortSignal): Promise<Order[]> =>
  allPages(ALL_AT_ONCE, (page) => send(list, { ...filter, list: 1, ...page }, { signal }))

/** Saves all ended orders of a filter as a file. */
export const ordersFileMachine = setup({
  types: {
    context: {} as { filter: OrderFilter },
    input: {} as OrderFilter,
    events: {} as { type: 'file.save' },
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    saveOrders: fromPromise<void, OrderFilter>(async ({ input, signal }) =>
      dep('saveOrders')(await loadAll(input, signal)),
    ),
  },
}).createMachine({
  id: 'ordersFile',
  description: 'Ended orders as a file for a spreadsheet.',
  context: ({ input }) => ({ filter: input }),
  initial: 'idle',
  states: {
    idle: { on: { 'file.save': 'saving' } },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'saveOrders',
        id: 'saveOrders',
        input: ({ context: { filter } }) => filter,
        onDone: 'idle',
        onError: 'failed',
      },
    },
    failed: { tags: 'failed', on: { 'file.save': 'saving' } },
  },
})
