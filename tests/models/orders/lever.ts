import { expect } from 'vitest'
import { tradeListStatus, tradeStatus } from '../../../src/api/status.ts'
import { leverMachine } from '../../../src/machines/orders/lever.ts'
import type { Run, Walk } from '../coverage.ts'

const namesOf = ({ acted }: Run<typeof leverMachine>) => acted.map(({ action }) => action)
const codesOf = (run: Run<typeof leverMachine>) =>
  Object.values(run.snapshot().getMeta()).map(
    (meta) => meta && [tradeListStatus[meta.list], tradeStatus[meta.status], meta.result],
  )

const opened = ['holdReserve', 'openPosition']
const expectEnd =
  (codes: unknown, ...last: string[]) =>
  (run: Run<typeof leverMachine>) => {
    expect(codesOf(run)).toEqual([['completed', ...(codes as unknown[])]])
    expect(namesOf(run).slice(-last.length)).toEqual(last)
    for (const type of ['order.open', 'order.close', 'order.add', 'order.cancel', 'order.liquidate'] as const) {
      expect(run.can({ type })).toBe(false)
    }
  }

export const machine = leverMachine

export const walks: Walk<typeof leverMachine>[] = [
  {
    shows: 'holds until it opens, settles once, and lets what is asked of it take effect by the record alone',
    actions: [
      'holdReserve',
      'releaseReserve',
      'openPosition',
      'holdAdded',
      'payFunding',
      'settlePart',
      'settlePosition',
      'liquidatePosition',
    ],
    events: [
      { type: 'order.open' },
      { type: 'order.cancel' },
      { type: 'order.release' },
      { type: 'order.void' },
      { type: 'order.change' },
      { type: 'order.add' },
      { type: 'order.apply' },
      { type: 'order.fund' },
      { type: 'order.close' },
      { type: 'order.reduce' },
      { type: 'order.settle', outcome: 'won' },
      { type: 'order.settle', outcome: 'lost' },
      { type: 'order.liquidate' },
    ],
    states: {
      '*': (run) => {
        const is = run.snapshot()
        const settled = namesOf(run).filter((name) => /^(settlePosition|liquidatePosition|releaseReserve)$/.test(name))
        expect(settled).toHaveLength(is.status === 'done' ? 1 : 0)
        expect(run.can({ type: 'order.close' })).toBe(
          is.matches({ open: 'standing' }) || is.matches({ open: 'changing' }),
        )
        expect(run.can({ type: 'order.cancel' })).toBe(is.matches('pending'))
        // Whatever is asked of it, a position can be liquidated.
        expect(run.can({ type: 'order.liquidate' })).toBe(is.matches('open'))
        expect(run.can({ type: 'order.fund' })).toBe(is.matches('open'))
        if (is.status !== 'done') expect(codesOf(run)).toEqual([['trading', 'underReview', undefined]])
      },
      pending: (run) => expect(namesOf(run)).toEqual(['holdReserve']),
      cancelling: (run) => expect(namesOf(run)).toEqual(['holdReserve']),
      open: (run) => expect(namesOf(run).slice(0, 2)).toEqual(opened),
      won: expectEnd(['success', 'won'], 'settlePosition'),
      lost: expectEnd(['failed', 'lost'], 'settlePosition'),
      liquidated: expectEnd(['failed', 'lost'], 'liquidatePosition'),
      cancelled: expectEnd(['unexpected', 'returned'], 'holdReserve', 'releaseReserve'),
      unexpected: expectEnd(['unexpected', 'returned'], 'holdReserve', 'releaseReserve'),
    },
  },
]
