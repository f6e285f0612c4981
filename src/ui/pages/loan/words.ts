import type { Loan } from '../../../api/loan.ts'
import { formatTime } from '../../format.ts'

/** What the states of a loan are called. */
export const stateNames = {
  pendingReview: 'loan.pendingReview',
  paidOut: 'loan.paidOut',
  overdue: 'loan.overdue',
  settled: 'loan.settled',
  refused: 'loan.refused',
} as const satisfies Record<Loan['state'], string>

/** A time in ms since the epoch, as it is shown. */
export const formatMs = (ms: number): string => formatTime(Math.floor(ms / 1000))
