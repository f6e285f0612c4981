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
  description: 'A deposit: credited once the provider confirms it.',
  initial: 'underReview',
  states: {
    underReview: {
      description: 'The network counts confirmations, or an operator reviews the proof of a transfer.',
      meta: { status: 0 },
      on: {
        'deposit.accept': 'waiting',
        'deposit.confirm': { target: 'succeeded', actions: 'creditDeposit' },
        'deposit.differ': 'differing',
        'deposit.refuse': 'failed',
      },
    },
    waiting: {
      description: 'Approved: awaits the provider’s confirmation.',
      meta: { status: 3 },
      on: {
        'deposit.confirm': { target: 'succeeded', actions: 'creditDeposit' },
        'deposit.differ': 'differing',
        'deposit.refuse': 'failed',
      },
    },
    differing: {
      description: 'The received amount differs from the announced one: an operator reviews it.',
      meta: { status: 0 },
      on: {
        'deposit.accept': { target: 'succeeded', actions: 'creditDeposit' },
        'deposit.refuse': 'failed',
      },
    },
    succeeded: {
      description: 'Credited to the user.',
      meta: { status: 1 },
      type: 'final',
    },
    failed: {
      description: 'Not received, or returned, with a reason.',
      meta: { status: 2 },
      type: 'final',
    },
  },
})
