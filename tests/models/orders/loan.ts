import { expect } from 'vitest'
import { loanStatus } from '../../../src/api/status.ts'
import { loanMachine } from '../../../src/machines/orders/loan.ts'
import type { Run, Walk } from '../coverage.ts'

const namesOf = ({ acted }: Run<typeof loanMachine>) => acted.map(({ action }) => action)
const codeOf = (run: Run<typeof loanMachine>) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta && loanStatus[meta.loan])
const isOverdue = (run: Run<typeof loanMachine>) =>
  Object.values(run.snapshot().getMeta()).some((meta) => meta?.overdue)

export const machine = loanMachine

export const walks: Walk<typeof loanMachine>[] = [
  {
    shows: 'is paid out once, and takes nothing before that or after it is settled',
    actions: ['payOut', 'repay', 'collect'],
    events: [
      { type: 'loan.approve' },
      { type: 'loan.refuse' },
      { type: 'loan.accrue' },
      { type: 'loan.remind' },
      { type: 'loan.lapse' },
      { type: 'loan.pay' },
      { type: 'loan.settle' },
      { type: 'loan.collect' },
      { type: 'loan.collectAll' },
    ],
    states: {
      pendingReview: (run) => {
        expect(namesOf(run)).toEqual([])
        expect(codeOf(run)).toEqual(['pendingReview'])
        expect(run.can({ type: 'loan.pay' })).toBe(false)
      },
      paidOut: (run) => {
        expect(namesOf(run).filter((name) => name === 'payOut')).toHaveLength(1)
        expect(namesOf(run)).not.toContain('collect')
        expect(codeOf(run)).toEqual(['transferSuccessful'])
        expect(isOverdue(run)).toBe(false)
        expect(run.can({ type: 'loan.collect' })).toBe(false)
      },
      overdue: (run) => {
        expect(codeOf(run)).toEqual(['transferSuccessful'])
        expect(isOverdue(run)).toBe(true)
        expect(run.can({ type: 'loan.remind' })).toBe(false)
      },
      settled: (run) => {
        expect(['repay', 'collect']).toContain(namesOf(run).at(-1))
        expect(codeOf(run)).toEqual(['settled'])
      },
      refused: (run) => {
        expect(namesOf(run)).toEqual([])
        expect(codeOf(run)).toEqual(['auditFailure'])
      },
    },
  },
]
