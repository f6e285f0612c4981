import { setup } from 'xstate'

/**
 * The life of an order of a hosting plan. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.status` is its code among the arbitrage statuses (pending
 * review, in progress, ended, fail).
 */
export const planMachine = setup({
  types: {
    events: {} as
      | { type: 'plan.approve' }
      | { type: 'plan.refuse' }
      | { type: 'plan.accrue' }
      | { type: 'plan.terminate' }
      | { type: 'plan.end' },
    meta: {} as { status: 0 | 1 | 2 | 3 },
  },
  actions: {
    holdPrincipal: () => {},
    returnPrincipal: () => {},
    accrue: () => {},
    takeFee: () => {},
    payOut: () => {},
  },
}).createMachine({
  id: 'plan',
  description:
    'Money in a hosting plan: held for some days, each of which adds to it or takes of it, and paid out once.',
  initial: 'pendingReview',
  states: {
    pendingReview: {
      description: 'The principal is reserved; the automatic review or an operator decides.',
      meta: { status: 0 },
      entry: 'holdPrincipal',
      on: {
        'plan.approve': 'inProgress',
        'plan.refuse': { target: 'failed', actions: 'returnPrincipal' },
      },
    },
    inProgress: {
      description: 'Active: earns the plan’s rate of each day.',
      meta: { status: 1 },
      on: {
        'plan.accrue': {
          target: 'inProgress',
          actions: 'accrue',
          description: 'A day ended, and its rate was drawn.',
        },
        'plan.terminate': 'leaving',
        'plan.end': { target: 'ended', actions: 'payOut' },
      },
    },
    leaving: {
      description: 'Early withdrawal requested: the current day is its last.',
      meta: { status: 1 },
      on: {
        'plan.accrue': { target: 'leaving', actions: 'accrue' },
        'plan.end': { target: 'ended', actions: ['takeFee', 'payOut'] },
      },
    },
    ended: {
      description: 'Principal and result are available.',
      meta: { status: 2 },
      type: 'final',
    },
    failed: {
      description: 'Refused: the principal is released.',
      meta: { status: 3 },
      type: 'final',
    },
  },
})
