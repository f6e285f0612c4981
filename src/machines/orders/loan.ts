import { setup } from 'xstate'

/**
 * The life of a loan. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.loan` is its code among the loan statuses (pending
 * review, transfer successful, settled, audit failure); whether it is overdue is told apart.
 */
export const loanMachine = setup({
  types: {
    events: {} as
      | { type: 'loan.approve' }
      | { type: 'loan.refuse' }
      | { type: 'loan.accrue' }
      | { type: 'loan.remind' }
      | { type: 'loan.lapse' }
      | { type: 'loan.pay' }
      | { type: 'loan.settle' }
      | { type: 'loan.collect' }
      | { type: 'loan.collectAll' },
    meta: {} as { loan: 0 | 1 | 2 | 3; overdue: boolean },
  },
  actions: {
    payOut: () => {},
    repay: () => {},
    collect: () => {},
  },
}).createMachine({
  id: 'loan',
  description: 'Money that is lent for some days: reviewed, paid out, and repaid with interest to the day.',
  initial: 'pendingReview',
  states: {
    pendingReview: {
      description: 'Someone looks at the documents; nothing has moved.',
      meta: { loan: 0, overdue: false },
      on: {
        'loan.approve': { target: 'paidOut', actions: 'payOut' },
        'loan.refuse': { target: 'refused', description: 'With a reason, which the person is told.' },
      },
    },
    paidOut: {
      description: 'The principal is the person’s to use, and each day that begins bears interest.',
      meta: { loan: 1, overdue: false },
      on: {
        'loan.accrue': { target: 'paidOut', description: 'A day begins: its interest is owed.' },
        'loan.remind': {
          target: 'paidOut',
          description: 'A day begins, and the due date is near: the person is told.',
        },
        'loan.lapse': { target: 'overdue', description: 'The due date has passed.' },
        'loan.pay': { target: 'paidOut', actions: 'repay', description: 'A part is repaid.' },
        'loan.settle': { target: 'settled', actions: 'repay', description: 'All that is owed is repaid.' },
      },
    },
    overdue: {
      description: 'Not repaid on its due date: each day that begins costs a fee, up to its cap.',
      meta: { loan: 1, overdue: true },
      on: {
        'loan.accrue': { target: 'overdue', description: 'A late day begins: its fee is owed.' },
        'loan.pay': { target: 'overdue', actions: 'repay', description: 'A part is repaid.' },
        'loan.settle': { target: 'settled', actions: 'repay', description: 'All that is owed is repaid.' },
        'loan.collect': {
          target: 'overdue',
          actions: 'collect',
          description: 'The platform takes what is available, as was agreed on; more is owed.',
        },
        'loan.collectAll': {
          target: 'settled',
          actions: 'collect',
          description: 'The platform takes all that is owed, as was agreed on.',
        },
      },
    },
    settled: {
      description: 'Nothing is owed.',
      meta: { loan: 2, overdue: false },
      type: 'final',
    },
    refused: {
      description: 'Not granted. Nothing was paid out, and nothing is owed.',
      meta: { loan: 3, overdue: false },
      type: 'final',
    },
  },
})
