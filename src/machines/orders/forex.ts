import { setup } from 'xstate'
import type { Result } from '../../rules/orders/order-list.ts'

/**
 * The life of a position in foreign exchange or a metal. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.list` is the order's code in the trade list (trading, completed),
 * `meta.status` its code among the statuses of foreign exchange (in transaction, closing position, closed position), and
 * `meta.result` its result. A request takes effect by the record: until then the order is in a separate state.
 */
export const forexMachine = setup({
  types: {
    events: {} as
      | { type: 'order.open' }
      | { type: 'order.reach' }
      | { type: 'order.cancel' }
      | { type: 'order.release' }
      | { type: 'order.void' }
      | { type: 'order.roll' }
      | { type: 'order.limit' }
      | { type: 'order.change' }
      | { type: 'order.apply' }
      | { type: 'order.close' }
      | { type: 'order.reduce' }
      | { type: 'order.settle'; outcome: 'won' | 'lost' },
    meta: {} as { list: 0 | 1; status: 0 | 1 | 2; result?: Result },
  },
  actions: {
    holdReserve: () => {},
    releaseReserve: () => {},
    openPosition: () => {},
    rollOver: () => {},
    settlePart: () => {},
    settlePosition: () => {},
  },
  guards: {
    isWon: ({ event }) => event.type === 'order.settle' && event.outcome === 'won',
  },
}).createMachine({
  id: 'forex',
  description:
    'A position in a currency pair or a metal: opens and closes by recorded ticks, and rolls over each night.',
  initial: 'pending',
  states: {
    pending: {
      description: 'Its margin is reserved; it awaits its opening tick, or one that reaches its price.',
      meta: { list: 0, status: 0 },
      entry: 'holdReserve',
      on: {
        'order.open': { target: 'open', actions: 'openPosition' },
        'order.reach': 'reached',
        'order.cancel': 'cancelling',
        'order.void': { target: 'unexpected', actions: 'releaseReserve' },
      },
    },
    cancelling: {
      description: 'Cancellation requested; an earlier tick may still reach its price.',
      meta: { list: 0, status: 0 },
      on: {
        'order.reach': 'reached',
        'order.release': { target: 'cancelled', actions: 'releaseReserve' },
      },
    },
    reached: {
      description: 'A tick reached its price: it opens by that tick once the record is complete up to it.',
      meta: { list: 0, status: 0 },
      on: {
        'order.open': { target: 'open', actions: 'openPosition' },
        'order.void': { target: 'unexpected', actions: 'releaseReserve' },
      },
    },
    open: {
      description:
        'The position stands, waits for its prices, and rolls over each night. A gap in the record limits what it gains over it.',
      initial: 'standing',
      on: {
        'order.settle': [
          { guard: 'isWon', target: 'won', actions: 'settlePosition' },
          { target: 'lost', actions: 'settlePosition' },
        ],
      },
      states: {
        standing: {
          description: 'No request is pending.',
          meta: { list: 0, status: 0 },
          on: {
            'order.roll': { target: 'standing', actions: 'rollOver' },
            'order.limit': 'standing',
            'order.change': 'changing',
            'order.close': 'closing',
          },
        },
        changing: {
          description: 'New stops take effect from the next moment of the record.',
          meta: { list: 0, status: 0 },
          on: {
            'order.roll': { target: 'changing', actions: 'rollOver' },
            'order.limit': 'changing',
            'order.apply': 'standing',
            'order.close': 'closing',
          },
        },
        closing: {
          description:
            'Close of all lots or a part requested: the next recorded tick is the price, once the market is open. Stops requested before take effect first.',
          meta: { list: 0, status: 1 },
          on: {
            'order.roll': { target: 'closing', actions: 'rollOver' },
            'order.limit': 'closing',
            'order.apply': 'closing',
            'order.reduce': { target: 'standing', actions: 'settlePart' },
          },
        },
      },
    },
    won: {
      description: 'Closed without a loss: at least the margin was returned.',
      meta: { list: 1, status: 2, result: 'won' },
      type: 'final',
    },
    lost: {
      description: 'Closed with a loss, at most the margin.',
      meta: { list: 1, status: 2, result: 'lost' },
      type: 'final',
    },
    cancelled: {
      description: 'Cancelled before it opened: the full reserve is released.',
      meta: { list: 1, status: 2, result: 'returned' },
      type: 'final',
    },
    unexpected: {
      description: 'No price, or one that the reserve does not cover: the full reserve is released.',
      meta: { list: 1, status: 2, result: 'returned' },
      type: 'final',
    },
  },
})
