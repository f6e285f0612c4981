import type { Loan } from '../../../api/money/loan.ts'

/** Labels of a loan's states. */
export const stateNames = {
  pendingReview: 'loan.pendingReview',
  paidOut: 'loan.paidOut',
  overdue: 'loan.overdue',
  settled: 'loan.settled',
  refused: 'loan.refused',
} as const satisfies Record<Loan['state'], string>
