import { expect } from 'vitest'
import { arbitrageStatus } from '../../../src/api/status.ts'
import { planMachine } from '../../../src/machines/orders/plan.ts'
import type { Run, Walk } from '../coverage.ts'

const namesOf = ({ acted }: Run<typeof planMachine>) => acted.map(({ action }) => action)
const codeOf = (run: Run<typeof planMachine>) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta && arbitrageStatus[meta.status])

export const machine = planMachine

export const walks: Walk<typeof planMachine>[] = [
  {
    shows: 'holds the principal, accrues by the day, and pays out once; early for a fee',
    actions: ['holdPrincipal', 'returnPrincipal', 'accrue', 'takeFee', 'payOut'],
    events: (['approve', 'refuse', 'accrue', 'terminate', 'end'] as const).map((name) => ({
      type: `plan.${name}` as const,
    })),
    states: {
      pendingReview: (run) => {
        expect(namesOf(run)).toEqual(['holdPrincipal'])
        expect(codeOf(run)).toEqual(['pendingReview'])
        expect(run.can({ type: 'plan.terminate' })).toBe(false)
      },
      inProgress: (run) => expect(codeOf(run)).toEqual(['inProgress']),
      leaving: (run) => {
        expect(codeOf(run)).toEqual(['inProgress'])
        expect(run.can({ type: 'plan.terminate' })).toBe(false)
      },
      ended: (run) => {
        const names = namesOf(run)
        const left = run.passed.some(({ type }) => type === 'plan.terminate')
        expect(names.filter((name) => name === 'payOut')).toHaveLength(1)
        expect(names.filter((name) => name === 'takeFee')).toHaveLength(left ? 1 : 0)
        expect(names.at(-1)).toBe('payOut')
        expect(codeOf(run)).toEqual(['ended'])
      },
      failed: (run) => {
        expect(namesOf(run)).toEqual(['holdPrincipal', 'returnPrincipal'])
        expect(codeOf(run)).toEqual(['fail'])
      },
    },
  },
]
