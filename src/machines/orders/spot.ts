import { setup } from 'xstate'
import type { Result } from '../../rules/order-list.ts'

/**
 * The life of a spot order. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.list` is the order's code in the trade list
 * (trading, completed), and `meta.status` its code among the trade statuses (under review, success, failed, unexpected);
 * `meta.result` is what it came to among the orders of all kinds. What a person asks of it takes effect by the record: until then it
 * stands in a state of its own.
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
  description: 'A spot order: filled by the books of recorded ticks, in parts or at once, or taken back.',
  initial: 'pending',
  states: {
    pending: {
      description: 'What it may cost is held; the first tick that it meets is yet to come.',
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
      description: 'Nothing of it is filled, and it waits for its price.',
      meta: { list: 0, status: 0 },
      initial: 'waiting',
      on: {
        'order.fill': { target: 'filled', actions: ['giveFill', 'receiveFill'] },
      },
      states: {
        waiting: {
          description: 'Nothing is asked of it.',
          on: {
            'order.take': { target: '#spot.filling.waiting', actions: ['giveFill', 'receiveFill'] },
            'order.cancel': 'cancelling',
          },
        },
        cancelling: {
          description: 'The person takes it back; a tick of before that fills it all the same.',
          on: {
            'order.take': { target: '#spot.filling.cancelling', actions: ['giveFill', 'receiveFill'] },
            'order.end': { target: '#spot.returned', actions: 'releaseRest' },
          },
        },
      },
    },
    filling: {
      description: 'A part of it is filled, and the rest waits for the next tick within its price.',
      meta: { list: 0, status: 0 },
      initial: 'waiting',
      on: {
        'order.fill': { target: 'filled', actions: ['giveFill', 'receiveFill'] },
        'order.end': { target: 'partly', actions: 'releaseRest' },
      },
      states: {
        waiting: {
          description: 'Nothing is asked of it.',
          on: {
            'order.take': { target: 'waiting', actions: ['giveFill', 'receiveFill'] },
            'order.cancel': 'cancelling',
          },
        },
        cancelling: {
          description: 'The person takes the rest back; a tick of before that fills it all the same.',
          on: { 'order.take': { target: 'cancelling', actions: ['giveFill', 'receiveFill'] } },
        },
      },
    },
    filled: {
      description: 'All of it is filled.',
      meta: { list: 1, status: 1, result: 'traded' },
      type: 'final',
    },
    partly: {
      description: 'A part of it was filled, and the rest is available again.',
      meta: { list: 1, status: 1, result: 'traded' },
      type: 'final',
    },
    returned: {
      description: 'Nothing of it was filled: all of it is available again.',
      meta: { list: 1, status: 3, result: 'returned' },
      type: 'final',
    },
  },
})
