import type { Loan } from '../../../api/money/loan.ts'

/** The date that a loan's row shows, in ms: when it is due, when it ended, or when it was applied for. */
export function dateOf({
  state,
  appliedAt,
  dueAt,
  settledAt,
}: Pick<Loan, 'state' | 'appliedAt' | 'dueAt' | 'settledAt'>) {
  const isOwed = state === 'paidOut' || state === 'overdue'
  return isOwed && dueAt !== null ? { isDue: true, at: dueAt } : { isDue: false, at: settledAt ?? appliedAt }
}

/** Labels of a loan's states. */
export const stateNames = {
  pendingReview: 'order.pendingReview',
  paidOut: 'loan.paidOut',
  overdue: 'loan.overdue',
  settled: 'loan.settled',
  refused: 'loan.refused',
} as const satisfies Record<Loan['state'], string>
