import { setup } from 'xstate'

/**
 * The life of a withdrawal. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.status` is the state's code among the transaction
 * statuses (under review, succeed, failed, waiting: for the network).
 */
export const withdrawalMachine = setup({
  types: {
    events: {} as
      | { type: 'withdrawal.approve' }
      | { type: 'withdrawal.refuse' }
      | { type: 'withdrawal.cancel' }
      | { type: 'withdrawal.send' }
      | { type: 'withdrawal.confirm' }
      | { type: 'withdrawal.bounce' },
    meta: {} as { status: 0 | 1 | 2 | 3 },
  },
  actions: {
    holdAmount: () => {},
    consumeHold: () => {},
    releaseHold: () => {},
    returnAmount: () => {},
  },
}).createMachine({
  id: 'withdrawal',
  description: 'A withdrawal: reviewed, sent to the user’s own address, and confirmed by the network.',
  initial: 'underReview',
  states: {
    underReview: {
      description: 'The amount, fee included, is reserved; the automatic review or an operator decides.',
      meta: { status: 0 },
      entry: 'holdAmount',
      on: {
        'withdrawal.approve': { target: 'approved', actions: 'consumeHold' },
        'withdrawal.refuse': { target: 'refused', actions: 'releaseHold' },
        'withdrawal.cancel': { target: 'cancelled', actions: 'releaseHold' },
      },
    },
    approved: {
      description: 'The amount has left the wallet, and awaits sending.',
      meta: { status: 3 },
      on: {
        'withdrawal.send': 'sent',
        'withdrawal.bounce': { target: 'bounced', actions: 'returnAmount' },
      },
    },
    sent: {
      description: 'Sent: awaits the network’s confirmation.',
      meta: { status: 3 },
      on: {
        'withdrawal.confirm': 'confirmed',
        'withdrawal.bounce': { target: 'bounced', actions: 'returnAmount' },
      },
    },
    confirmed: {
      description: 'Confirmed by the network.',
      meta: { status: 1 },
      type: 'final',
    },
    refused: {
      description: 'Refused with a reason: the full amount is released.',
      meta: { status: 2 },
      type: 'final',
    },
    cancelled: {
      description: 'Cancelled by the user during review: the full amount is released.',
      meta: { status: 2 },
      type: 'final',
    },
    bounced: {
      description: 'Failed: amount and fee were refunded.',
      meta: { status: 2 },
      type: 'final',
    },
  },
})
