import { setup } from 'xstate'

/**
 * The life of a flash swap. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.status` is its code among the transaction statuses (under
 * review, succeed, failed, waiting).
 */
export const swapMachine = setup({
  types: {
    events: {} as { type: 'swap.execute' } | { type: 'swap.expire' },
    meta: {} as { status: 0 | 1 | 2 | 3 },
  },
  actions: {
    payFrom: () => {},
    takeFee: () => {},
    payTo: () => {},
  },
}).createMachine({
  id: 'swap',
  description: 'A flash swap: a quote that holds nothing, executed once or not at all.',
  initial: 'quoted',
  states: {
    quoted: {
      description: 'The rate is offered for a few seconds. Nothing is held.',
      meta: { status: 3 },
      on: {
        'swap.execute': { target: 'executed', actions: ['payFrom', 'takeFee', 'payTo'] },
        'swap.expire': 'expired',
      },
    },
    executed: {
      description: 'What was given and what was received have changed hands, both at once.',
      meta: { status: 1 },
      type: 'final',
    },
    expired: {
      description: 'Its seconds were over, or another quote took its place. Nothing has moved.',
      meta: { status: 2 },
      type: 'final',
    },
  },
})
