import { setup } from 'xstate'
import type { Result } from '../../rules/orders/order-list.ts'

/**
 * The life of a spot order. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.list` is the order's code in the trade list
 * (trading, completed), and `meta.status` its code among the trade statuses (under review, success, failed, unexpected);
 * `meta.result` is its result among the orders of all kinds. A request takes effect at a recorded tick: until then the
 * order is in a separate state.
 */
export const spotMachine = setup({
  types: {
    events: {} as
      | { type: 'order.rest' }
      | { type: 'order.take' }
      | { type: 'order.fill' }
      | { type: 'order.cancel' }
      | { type: 'order.end' },
    meta: {} as { list: 0 | 1; status: 0 | 1 | 2 | 3; result?: Result },
  },
  actions: {
    holdOrder: () => {},
    giveFill: () => {},
    receiveFill: () => {},
    releaseRest: () => {},
  },
}).createMachine({
  id: 'spot',
  description: 'A spot order: filled from the books of recorded ticks, partly or in full, or cancelled.',
  initial: 'pending',
  states: {
    pending: {
      description: 'Its maximum cost is reserved; it awaits its first tick.',
      meta: { list: 0, status: 0 },
      entry: 'holdOrder',
      on: {
        'order.rest': 'resting',
        'order.take': { target: 'filling', actions: ['giveFill', 'receiveFill'] },
        'order.fill': { target: 'filled', actions: ['giveFill', 'receiveFill'] },
        'order.end': { target: 'returned', actions: 'releaseRest' },
      },
    },
    resting: {
      description: 'Resting, not filled.',
      meta: { list: 0, status: 0 },
      initial: 'waiting',
      on: {
        'order.fill': { target: 'filled', actions: ['giveFill', 'receiveFill'] },
      },
      states: {
        waiting: {
          description: 'No request is pending.',
          on: {
            'order.take': { target: '#spot.filling.waiting', actions: ['giveFill', 'receiveFill'] },
            'order.cancel': 'cancelling',
          },
        },
        cancelling: {
          description: 'Cancellation requested; an earlier tick may still fill it.',
          on: {
            'order.take': { target: '#spot.filling.cancelling', actions: ['giveFill', 'receiveFill'] },
            'order.end': { target: '#spot.returned', actions: 'releaseRest' },
          },
        },
      },
    },
    filling: {
      description: 'Partly filled; the remainder awaits the next tick within its limit.',
      meta: { list: 0, status: 0 },
      initial: 'waiting',
      on: {
        'order.fill': { target: 'filled', actions: ['giveFill', 'receiveFill'] },
        'order.end': { target: 'partly', actions: 'releaseRest' },
      },
      states: {
        waiting: {
          description: 'No request is pending.',
          on: {
            'order.take': { target: 'waiting', actions: ['giveFill', 'receiveFill'] },
            'order.cancel': 'cancelling',
          },
        },
        cancelling: {
          description: 'Cancellation of the remainder requested; an earlier tick may still fill it.',
          on: { 'order.take': { target: 'cancelling', actions: ['giveFill', 'receiveFill'] } },
        },
      },
    },
    filled: {
      description: 'Filled in full.',
      meta: { list: 1, status: 1, result: 'traded' },
      type: 'final',
    },
    partly: {
      description: 'Partly filled; the remainder is released.',
      meta: { list: 1, status: 1, result: 'traded' },
      type: 'final',
    },
    returned: {
      description: 'Not filled: the full reserve is released.',
      meta: { list: 1, status: 3, result: 'returned' },
      type: 'final',
    },
  },
})
