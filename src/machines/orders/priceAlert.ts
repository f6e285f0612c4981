import { setup } from 'xstate'

/**
 * The life of a price alert. The server runs it as the authority. It moves no money: no action posts anything.
 *
 * `meta.status` is its code among the transaction statuses (under review, succeed, failed, waiting).
 */
export const priceAlertMachine = setup({
  types: {
    events: {} as { type: 'alert.fire' } | { type: 'alert.remove' },
    meta: {} as { status: 0 | 1 | 2 | 3 },
  },
}).createMachine({
  id: 'priceAlert',
  description: 'A price alert, sent once.',
  initial: 'waiting',
  states: {
    waiting: {
      description: 'No recorded price has reached its level since it was set.',
      meta: { status: 3 },
      on: { 'alert.fire': 'fired', 'alert.remove': 'removed' },
    },
    fired: {
      description: 'A recorded price reached its level, and its owner was notified.',
      meta: { status: 1 },
      type: 'final',
    },
    removed: {
      description: 'Removed by its owner.',
      meta: { status: 2 },
      type: 'final',
    },
  },
})
