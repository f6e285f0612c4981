import { setup } from 'xstate'

/**
 * The life of a withdrawal. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.status` is the state's code among the transaction
 * statuses (under review, succeed, failed, waiting: for the network's word).
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
  description: 'Money that leaves: reviewed, sent to an address of the person’s own, and confirmed by its network.',
  initial: 'underReview',
  states: {
    underReview: {
      description: 'The amount is held, its fee inside; the paper desk or an operator decides.',
      meta: { status: 0 },
      entry: 'holdAmount',
      on: {
        'withdrawal.approve': { target: 'approved', actions: 'consumeHold' },
        'withdrawal.refuse': { target: 'refused', actions: 'releaseHold' },
        'withdrawal.cancel': { target: 'cancelled', actions: 'releaseHold' },
      },
    },
    approved: {
      description: 'The amount has left the wallet, and is yet to be sent.',
      meta: { status: 3 },
      on: {
        'withdrawal.send': 'sent',
        'withdrawal.bounce': { target: 'bounced', actions: 'returnAmount' },
      },
    },
    sent: {
      description: 'On its way: the network’s confirmation is yet to come.',
      meta: { status: 3 },
      on: {
        'withdrawal.confirm': 'confirmed',
        'withdrawal.bounce': { target: 'bounced', actions: 'returnAmount' },
      },
    },
    confirmed: {
      description: 'It has arrived.',
      meta: { status: 1 },
      type: 'final',
    },
    refused: {
      description: 'Refused with a reason: all of it is available again.',
      meta: { status: 2 },
      type: 'final',
    },
    cancelled: {
      description: 'The person took it back while it was under review: all of it is available again.',
      meta: { status: 2 },
      type: 'final',
    },
    bounced: {
      description: 'It did not arrive: amount and fee came back.',
      meta: { status: 2 },
      type: 'final',
    },
  },
})
