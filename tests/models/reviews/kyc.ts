import { expect } from 'vitest'
import { transactionStatus } from '../../../src/api/status.ts'
import { kycMachine } from '../../../src/machines/reviews/kyc.ts'
import type { Run, Walk } from '../coverage.ts'

const statusOf = (run: Run<typeof kycMachine>) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta?.review != null && transactionStatus[meta.review])

export const machine = kycMachine

export const walks: Walk<typeof kycMachine>[] = [
  {
    shows: 'is decided only while it is under review, and submitted again only once it was refused',
    events: [{ type: 'review.submit' }, { type: 'review.accept' }, { type: 'review.refuse' }],
    states: {
      notSubmitted: (run) => {
        expect(statusOf(run)).toEqual([false])
        expect(run.can({ type: 'review.accept' })).toBe(false)
      },
      pendingReview: (run) => {
        expect(statusOf(run)).toEqual(['underReview'])
        expect(run.can({ type: 'review.submit' })).toBe(false)
      },
      verified: (run) => {
        expect(statusOf(run)).toEqual(['succeed'])
        expect(run.can({ type: 'review.submit' })).toBe(false)
      },
      refused: (run) => {
        expect(statusOf(run)).toEqual(['failed'])
        expect(run.can({ type: 'review.accept' })).toBe(false)
        expect(run.can({ type: 'review.submit' })).toBe(true)
      },
    },
  },
]
