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
  description: 'A flash swap: a quote that reserves nothing, executed at most once.',
  initial: 'quoted',
  states: {
    quoted: {
      description: 'The rate is valid for a few seconds. Nothing is reserved.',
      meta: { status: 3 },
      on: {
        'swap.execute': { target: 'executed', actions: ['payFrom', 'takeFee', 'payTo'] },
        'swap.expire': 'expired',
      },
    },
    executed: {
      description: 'Executed: both amounts moved atomically.',
      meta: { status: 1 },
      type: 'final',
    },
    expired: {
      description: 'Expired, or replaced by another quote. No money has moved.',
      meta: { status: 2 },
      type: 'final',
    },
  },
})
