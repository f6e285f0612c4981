import { expect } from 'vitest'
import { transactionStatus } from '../../../src/api/status.ts'
import { depositMachine } from '../../../src/machines/orders/deposit.ts'
import type { Run, Walk } from '../coverage.ts'

const namesOf = ({ acted }: Run<typeof depositMachine>) => acted.map(({ action }) => action)
const codesOf = (run: Run<typeof depositMachine>) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta && transactionStatus[meta.status])

export const machine = depositMachine

export const walks: Walk<typeof depositMachine>[] = [
  {
    shows: 'credits once, and only where a provider has said that something came',
    actions: ['creditDeposit'],
    events: [
      { type: 'deposit.accept' },
      { type: 'deposit.refuse' },
      { type: 'deposit.confirm' },
      { type: 'deposit.differ' },
    ],
    states: {
      '*': (run) => {
        const heard = run.passed.map(({ type }) => type)
        const came = heard.includes('deposit.confirm') || heard.includes('deposit.differ')
        const credited = run.snapshot().value === 'succeeded'
        expect(namesOf(run)).toEqual(credited ? ['creditDeposit'] : [])
        if (credited) expect(came).toBe(true)
      },
      underReview: (run) => expect(codesOf(run)).toEqual(['underReview']),
      waiting: (run) => {
        expect(codesOf(run)).toEqual(['waiting'])
        expect(run.can({ type: 'deposit.accept' })).toBe(false)
      },
      differing: (run) => {
        expect(codesOf(run)).toEqual(['underReview'])
        expect(run.can({ type: 'deposit.confirm' })).toBe(false)
      },
      succeeded: (run) => expect(codesOf(run)).toEqual(['succeed']),
      failed: (run) => expect(codesOf(run)).toEqual(['failed']),
    },
  },
]
