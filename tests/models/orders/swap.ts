import { expect } from 'vitest'
import { transactionStatus } from '../../../src/api/status.ts'
import { swapMachine } from '../../../src/machines/orders/swap.ts'
import type { Run, Walk } from '../coverage.ts'

const namesOf = ({ acted }: Run<typeof swapMachine>) => acted.map(({ action }) => action)
const codeOf = (run: Run<typeof swapMachine>) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta && transactionStatus[meta.status])

export const machine = swapMachine

export const walks: Walk<typeof swapMachine>[] = [
  {
    shows: 'moves nothing until it is executed, and then all of it',
    actions: ['payFrom', 'takeFee', 'payTo'],
    events: [{ type: 'swap.execute' }, { type: 'swap.expire' }],
    states: {
      quoted: (run) => {
        expect(namesOf(run)).toEqual([])
        expect(codeOf(run)).toEqual(['waiting'])
      },
      executed: (run) => {
        expect(namesOf(run)).toEqual(['payFrom', 'takeFee', 'payTo'])
        expect(codeOf(run)).toEqual(['succeed'])
        expect(run.can({ type: 'swap.execute' })).toBe(false)
        expect(run.can({ type: 'swap.expire' })).toBe(false)
      },
      expired: (run) => {
        expect(namesOf(run)).toEqual([])
        expect(codeOf(run)).toEqual(['failed'])
        expect(run.can({ type: 'swap.execute' })).toBe(false)
      },
    },
  },
]
