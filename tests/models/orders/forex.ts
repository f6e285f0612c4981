import { expect } from 'vitest'
import { forexStatus, tradeListStatus } from '../../../src/api/status.ts'
import { forexMachine } from '../../../src/machines/orders/forex.ts'
import type { Run, Walk } from '../coverage.ts'

const namesOf = ({ acted }: Run<typeof forexMachine>) => acted.map(({ action }) => action)
const codesOf = (run: Run<typeof forexMachine>) =>
  Object.values(run.snapshot().getMeta()).map(
    (meta) => meta && [tradeListStatus[meta.list], forexStatus[meta.status], meta.result],
  )

const expectEnd = (result: string, last: string) => (run: Run<typeof forexMachine>) => {
  expect(codesOf(run)).toEqual([['completed', 'closedPosition', result]])
  expect(namesOf(run).at(-1)).toBe(last)
  for (const type of ['order.open', 'order.close', 'order.roll', 'order.void'] as const) {
    expect(run.can({ type })).toBe(false)
  }
}

export const machine = forexMachine

export const walks: Walk<typeof forexMachine>[] = [
  {
    shows: 'holds until it opens, rolls over while it stands, and settles once',
    actions: ['holdReserve', 'releaseReserve', 'openPosition', 'rollOver', 'settlePosition'],
    events: [
      { type: 'order.open' },
      { type: 'order.void' },
      { type: 'order.roll' },
      { type: 'order.close' },
      { type: 'order.settle', outcome: 'won' },
      { type: 'order.settle', outcome: 'lost' },
    ],
    states: {
      '*': (run) => {
        const is = run.snapshot()
        const settled = namesOf(run).filter((name) => /^(settlePosition|releaseReserve)$/.test(name))
        expect(settled).toHaveLength(is.status === 'done' ? 1 : 0)
        expect(run.can({ type: 'order.close' })).toBe(is.matches({ open: 'standing' }))
        // Whether it is being closed or not, a night may come first.
        expect(run.can({ type: 'order.roll' })).toBe(is.matches('open'))
      },
      pending: (run) => {
        expect(namesOf(run)).toEqual(['holdReserve'])
        expect(codesOf(run)).toEqual([['trading', 'inTransaction', undefined]])
      },
      'open.standing': (run) => expect(codesOf(run)).toEqual([['trading', 'inTransaction', undefined]]),
      'open.closing': (run) => expect(codesOf(run)).toEqual([['trading', 'closingPosition', undefined]]),
      won: expectEnd('won', 'settlePosition'),
      lost: expectEnd('lost', 'settlePosition'),
      unexpected: expectEnd('returned', 'releaseReserve'),
    },
  },
]
