import { expect } from 'vitest'
import { transactionStatus } from '../../../src/api/status.ts'
import { priceAlertMachine } from '../../../src/machines/orders/priceAlert.ts'
import type { Run, Walk } from '../coverage.ts'

const codeOf = (run: Run<typeof priceAlertMachine>) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta && transactionStatus[meta.status])

export const machine = priceAlertMachine

export const walks: Walk<typeof priceAlertMachine>[] = [
  {
    shows: 'comes once, or not at all, and never moves money',
    events: [{ type: 'alert.fire' }, { type: 'alert.remove' }],
    states: {
      '*': (run) => {
        expect(run.acted).toEqual([])
      },
      waiting: (run) => {
        expect(codeOf(run)).toEqual(['waiting'])
      },
      fired: (run) => {
        expect(codeOf(run)).toEqual(['succeed'])
        expect(run.can({ type: 'alert.fire' })).toBe(false)
        expect(run.can({ type: 'alert.remove' })).toBe(false)
      },
      removed: (run) => {
        expect(codeOf(run)).toEqual(['failed'])
        expect(run.can({ type: 'alert.fire' })).toBe(false)
      },
    },
  },
]
