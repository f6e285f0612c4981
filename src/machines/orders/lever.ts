import { setup } from 'xstate'
import type { Result } from '../../rules/orders/order-list.ts'

/**
 * The life of a leveraged contract. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.list` is the order's code in the trade list
 * (trading, completed), `meta.status` its code among the trade statuses (under review, success, failed, unexpected), and
 * `meta.result` its result. A request takes effect at a recorded tick: until then the order is in a separate state.
 */
export const leverMachine = setup({
  types: {
    events: {} as
      | { type: 'order.open' }
      | { type: 'order.cancel' }
      | { type: 'order.release' }
      | { type: 'order.void' }
      | { type: 'order.change' }
      | { type: 'order.add' }
      | { type: 'order.apply' }
      | { type: 'order.fund' }
      | { type: 'order.limit' }
      | { type: 'order.close' }
      | { type: 'order.reduce' }
      | { type: 'order.settle'; outcome: 'won' | 'lost' }
      | { type: 'order.liquidate' },
    meta: {} as { list: 0 | 1; status: 0 | 1 | 2 | 3; result?: Result },
  },
  actions: {
    holdReserve: () => {},
    releaseReserve: () => {},
    openPosition: () => {},
    holdAdded: () => {},
    payFunding: () => {},
    settlePart: () => {},
    settlePosition: () => {},
    liquidatePosition: () => {},
  },
  guards: {
    isWon: ({ event }) => event.type === 'order.settle' && event.outcome === 'won',
  },
}).createMachine({
  id: 'lever',
  description: 'A leveraged contract with isolated margin: opens, changes and closes by recorded ticks.',
  initial: 'pending',
  states: {
    pending: {
      description: 'Margin and fee are reserved; it awaits its opening tick.',
      meta: { list: 0, status: 0 },
      entry: 'holdReserve',
      on: {
        'order.open': { target: 'open', actions: 'openPosition' },
        'order.cancel': 'cancelling',
        'order.void': { target: 'unexpected', actions: 'releaseReserve' },
      },
    },
    cancelling: {
      description: 'Cancellation requested; an earlier tick may still open it.',
      meta: { list: 0, status: 0 },
      on: {
        'order.open': { target: 'open', actions: 'openPosition' },
        'order.release': { target: 'cancelled', actions: 'releaseReserve' },
        'order.void': { target: 'unexpected', actions: 'releaseReserve' },
      },
    },
    open: {
      description:
        'The position stands, waits for its prices, and pays or receives funding where its contract has that. A gap in the record limits what it gains over it.',
      meta: { list: 0, status: 0 },
      initial: 'standing',
      on: {
        'order.settle': [
          { guard: 'isWon', target: 'won', actions: 'settlePosition' },
          { target: 'lost', actions: 'settlePosition' },
        ],
        'order.liquidate': { target: 'liquidated', actions: 'liquidatePosition' },
        'order.fund': { actions: 'payFunding' },
      },
      states: {
        standing: {
          description: 'No request is pending.',
          on: {
            'order.change': 'changing',
            'order.add': { target: 'changing', actions: 'holdAdded' },
            'order.close': 'closing',
            'order.limit': 'standing',
          },
        },
        changing: {
          description: 'New stops, or added margin, take effect from the next recorded tick.',
          on: { 'order.apply': 'standing', 'order.close': 'closing', 'order.limit': 'changing' },
        },
        closing: {
          description:
            'The person closes it, or a part: the next tick of the record is the price. What was asked before takes effect first.',
          on: {
            'order.apply': 'closing',
            'order.limit': 'closing',
            'order.reduce': { target: 'standing', actions: 'settlePart' },
          },
        },
      },
    },
    won: {
      description: 'Closed without a loss: at least the amount paid was returned.',
      meta: { list: 1, status: 1, result: 'won' },
      type: 'final',
    },
    lost: {
      description: 'Closed with a loss, at most margin and fees.',
      meta: { list: 1, status: 2, result: 'lost' },
      type: 'final',
    },
    liquidated: {
      description: 'Liquidated: equity fell to the maintenance margin.',
      meta: { list: 1, status: 2, result: 'lost' },
      type: 'final',
    },
    cancelled: {
      description: 'Cancelled before it opened: the full reserve is released.',
      meta: { list: 1, status: 3, result: 'returned' },
      type: 'final',
    },
    unexpected: {
      description: 'No price, or one that the reserve does not cover: the full reserve is released.',
      meta: { list: 1, status: 3, result: 'returned' },
      type: 'final',
    },
  },
})
