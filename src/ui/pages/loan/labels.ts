import type { Loan } from '../../../api/money/loan.ts'
import { formatTime } from '../../format/format.ts'

/** Labels of a loan's states. */
export const stateNames = {
  pendingReview: 'loan.pendingReview',
  paidOut: 'loan.paidOut',
  overdue: 'loan.overdue',
  settled: 'loan.settled',
  refused: 'loan.refused',
} as const satisfies Record<Loan['state'], string>

/** Formats a time in ms since the epoch. */
export const formatMs = (ms: number): string => formatTime(Math.floor(ms / 1000))
