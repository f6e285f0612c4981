import { setup } from 'xstate'

/**
 * The life of a loan. The server runs it as the authority.
 *
 * Actions name the ledger's postings and have no body here. `meta.loan` is its code among the loan statuses (pending
 * review, transfer successful, settled, audit failure); overdue is separate.
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
  description: 'A loan for a number of days: reviewed, paid out, and repaid with daily interest.',
  initial: 'pendingReview',
  states: {
    pendingReview: {
      description: 'The documents are under review; no money has moved.',
      meta: { loan: 0, overdue: false },
      on: {
        'loan.approve': { target: 'paidOut', actions: 'payOut' },
        'loan.refuse': { target: 'refused', description: 'With a reason, which the user sees.' },
      },
    },
    paidOut: {
      description: 'The principal is paid out, and interest accrues for each day begun.',
      meta: { loan: 1, overdue: false },
      on: {
        'loan.accrue': { target: 'paidOut', description: 'A day begins: its interest is charged.' },
        'loan.remind': {
          target: 'paidOut',
          description: 'A day begins, and the due date is near: the user is notified.',
        },
        'loan.lapse': { target: 'overdue', description: 'The due date has passed.' },
        'loan.pay': { target: 'paidOut', actions: 'repay', description: 'Partial repayment.' },
        'loan.settle': { target: 'settled', actions: 'repay', description: 'Full repayment.' },
      },
    },
    overdue: {
      description: 'Overdue: each day begun costs a late fee, up to a cap.',
      meta: { loan: 1, overdue: true },
      on: {
        'loan.accrue': { target: 'overdue', description: 'An overdue day begins: its late fee is charged.' },
        'loan.pay': { target: 'overdue', actions: 'repay', description: 'Partial repayment.' },
        'loan.settle': { target: 'settled', actions: 'repay', description: 'Full repayment.' },
        'loan.collect': {
          target: 'overdue',
          actions: 'collect',
          description: 'Partial automatic repayment from the available balance.',
        },
        'loan.collectAll': {
          target: 'settled',
          actions: 'collect',
          description: 'Full automatic repayment from the available balance.',
        },
      },
    },
    settled: {
      description: 'Fully repaid.',
      meta: { loan: 2, overdue: false },
      type: 'final',
    },
    refused: {
      description: 'Refused. Nothing was paid out, and nothing is owed.',
      meta: { loan: 3, overdue: false },
      type: 'final',
    },
  },
})
