import { setup } from 'xstate'

/**
 * The life of a deposit. The server runs it as the authority; the app draws its state.
 *
 * The action names the ledger's posting and has no body here. `meta.status` is the deposit's code among the transaction
 * statuses (under review, succeed, failed, waiting).
 */
export const depositMachine = setup({
  types: {
    events: {} as
      | { type: 'deposit.accept' }
      | { type: 'deposit.refuse' }
      | { type: 'deposit.confirm' }
      | { type: 'deposit.differ' },
    meta: {} as { status: 0 | 1 | 2 | 3 },
  },
  actions: {
    creditDeposit: () => {},
  },
}).createMachine({
  id: 'deposit',
  description: 'Money that comes in: it is credited once the provider says that it came.',
  initial: 'underReview',
  states: {
    underReview: {
      description: 'The network counts its confirmations, or someone looks at the proof of a transfer.',
      meta: { status: 0 },
      on: {
        'deposit.accept': 'waiting',
        'deposit.confirm': { target: 'succeeded', actions: 'creditDeposit' },
        'deposit.differ': 'differing',
        'deposit.refuse': 'failed',
      },
    },
    waiting: {
      description: 'Nothing is in its way: the provider’s word is yet to come.',
      meta: { status: 3 },
      on: {
        'deposit.confirm': { target: 'succeeded', actions: 'creditDeposit' },
        'deposit.differ': 'differing',
        'deposit.refuse': 'failed',
      },
    },
    differing: {
      description: 'The provider says that another amount came than was announced: someone looks at it.',
      meta: { status: 0 },
      on: {
        'deposit.accept': { target: 'succeeded', actions: 'creditDeposit' },
        'deposit.refuse': 'failed',
      },
    },
    succeeded: {
      description: 'What came is the person’s.',
      meta: { status: 1 },
      type: 'final',
    },
    failed: {
      description: 'Nothing came, or it went back, with a reason.',
      meta: { status: 2 },
      type: 'final',
    },
  },
})
