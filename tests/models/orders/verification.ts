import { expect } from 'vitest'
import { transactionStatus } from '../../../src/api/status.ts'
import { verificationMachine } from '../../../src/machines/orders/verification.ts'
import type { Run, Walk } from '../coverage.ts'

const statusOf = (run: Run<typeof verificationMachine>) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta?.review != null && transactionStatus[meta.review])

export const machine = verificationMachine

export const walks: Walk<typeof verificationMachine>[] = [
  {
    shows: 'is decided only while it is under review, and submitted again only once it was refused',
    events: [{ type: 'verification.submit' }, { type: 'verification.accept' }, { type: 'verification.refuse' }],
    states: {
      notSubmitted: (run) => {
        expect(statusOf(run)).toEqual([false])
        expect(run.can({ type: 'verification.accept' })).toBe(false)
      },
      pendingReview: (run) => {
        expect(statusOf(run)).toEqual(['underReview'])
        expect(run.can({ type: 'verification.submit' })).toBe(false)
      },
      verified: (run) => {
        expect(statusOf(run)).toEqual(['succeed'])
        expect(run.can({ type: 'verification.submit' })).toBe(false)
      },
      refused: (run) => {
        expect(statusOf(run)).toEqual(['failed'])
        expect(run.can({ type: 'verification.accept' })).toBe(false)
        expect(run.can({ type: 'verification.submit' })).toBe(true)
      },
    },
  },
]
