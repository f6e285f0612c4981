import { expect } from 'vitest'
import { tradeListStatus, tradeStatus } from '../../../src/api/status.ts'
import { spotMachine } from '../../../src/machines/orders/spot.ts'
import type { Run, Walk } from '../coverage.ts'

const namesOf = ({ acted }: Run<typeof spotMachine>) => acted.map(({ action }) => action)
const countOf = (run: Run<typeof spotMachine>, name: string) => namesOf(run).filter((each) => each === name).length
const codesOf = (run: Run<typeof spotMachine>) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta && [tradeListStatus[meta.list], tradeStatus[meta.status]])

const expectEnd = (status: string, last: string, isFilled: boolean) => (run: Run<typeof spotMachine>) => {
  expect(codesOf(run)).toEqual([['completed', status]])
  expect(namesOf(run).at(-1)).toBe(last)
  expect(countOf(run, 'giveFill') > 0).toBe(isFilled)
  for (const type of ['order.rest', 'order.take', 'order.fill', 'order.cancel', 'order.end'] as const) {
    expect(run.can({ type })).toBe(false)
  }
}

export const machine = spotMachine

export const walks: Walk<typeof spotMachine>[] = [
  {
    shows: 'holds once, moves both legs of each fill, and gives back once what is unfilled',
    actions: ['holdOrder', 'giveFill', 'receiveFill', 'releaseRest'],
    events: [
      { type: 'order.rest' },
      { type: 'order.take' },
      { type: 'order.fill' },
      { type: 'order.cancel' },
      { type: 'order.end' },
    ],
    states: {
      '*': (run) => {
        const is = run.snapshot()
        expect(namesOf(run)[0]).toBe('holdOrder')
        expect(countOf(run, 'holdOrder')).toBe(1)
        expect(countOf(run, 'giveFill')).toBe(countOf(run, 'receiveFill'))
        expect(countOf(run, 'releaseRest')).toBe(is.matches('partly') || is.matches('returned') ? 1 : 0)
        const waits = is.matches({ resting: 'waiting' }) || is.matches({ filling: 'waiting' })
        expect(run.can({ type: 'order.cancel' })).toBe(waits)
        // Whatever is asked of it, a tick of before that fills it.
        expect(run.can({ type: 'order.fill' })).toBe(is.status !== 'done')
        expect(run.can({ type: 'order.take' })).toBe(is.status !== 'done')
        if (is.status !== 'done') expect(codesOf(run)).toEqual([['trading', 'underReview']])
      },
      pending: (run) => expect(namesOf(run)).toEqual(['holdOrder']),
      resting: (run) => expect(namesOf(run)).toEqual(['holdOrder']),
      filling: (run) => expect(countOf(run, 'giveFill')).toBeGreaterThan(0),
      filled: expectEnd('success', 'receiveFill', true),
      partly: expectEnd('success', 'releaseRest', true),
      returned: expectEnd('unexpected', 'releaseRest', false),
    },
  },
]
