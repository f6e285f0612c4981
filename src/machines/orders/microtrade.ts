import { setup } from 'xstate'
import type { Result } from '../../rules/orders/order-list.ts'

/**
 * The life of a timed option. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.list` is the order's code in the trade list
 * (trading, completed), `meta.status` its code among the trade statuses (under review, success, failed, unexpected), and
 * `meta.result` its result.
 */
export const microtradeMachine = setup({
  types: {
    events: {} as
      | { type: 'order.open' }
      | { type: 'order.settle'; outcome: 'won' | 'lost' | 'drawn' }
      | { type: 'order.void' },
    meta: {} as { list: 0 | 1; status: 0 | 1 | 2 | 3; result?: Result },
  },
  actions: {
    holdStake: () => {},
    payWinner: () => {},
    forfeitStake: () => {},
    returnStake: () => {},
  },
  guards: {
    isWon: ({ event }) => event.type === 'order.settle' && event.outcome === 'won',
    isLost: ({ event }) => event.type === 'order.settle' && event.outcome === 'lost',
    isDrawn: ({ event }) => event.type === 'order.settle' && event.outcome === 'drawn',
  },
}).createMachine({
  id: 'microtrade',
  description: 'A timed option: opens at one recorded tick, settles at another.',
  initial: 'accepted',
  states: {
    accepted: {
      description: 'The stake is reserved; it awaits its opening tick.',
      meta: { list: 0, status: 0 },
      entry: 'holdStake',
      on: {
        'order.open': 'open',
        'order.void': { target: 'unexpected', actions: 'returnStake' },
      },
    },
    open: {
      description: 'Opened at a recorded tick; awaits its expiry.',
      meta: { list: 0, status: 0 },
      on: {
        'order.settle': [
          { guard: 'isWon', target: 'won', actions: 'payWinner' },
          { guard: 'isLost', target: 'lost', actions: 'forfeitStake' },
          { guard: 'isDrawn', target: 'drawn', actions: 'returnStake' },
        ],
        'order.void': { target: 'unexpected', actions: 'returnStake' },
      },
    },
    won: {
      description: 'The stake was returned with the profit.',
      meta: { list: 1, status: 1, result: 'won' },
      type: 'final',
    },
    lost: {
      description: 'The platform kept the stake.',
      meta: { list: 1, status: 2, result: 'lost' },
      type: 'final',
    },
    drawn: {
      description: 'The final price equals the opening price: the stake was refunded.',
      meta: { list: 1, status: 1, result: 'returned' },
      type: 'final',
    },
    unexpected: {
      description: 'A price was missing or stale: the stake was refunded.',
      meta: { list: 1, status: 3, result: 'returned' },
      type: 'final',
    },
  },
})
