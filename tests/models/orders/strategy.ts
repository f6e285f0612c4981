import { expect } from 'vitest'
import { tradeListStatus } from '../../../src/api/status.ts'
import { strategyMachine } from '../../../src/machines/orders/strategy.ts'
import type { Run, Walk } from '../coverage.ts'

type Runs = Run<typeof strategyMachine>

const codeOf = (run: Runs) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta && tradeListStatus[meta.status])
const may = (run: Runs) =>
  (['strategy.pause', 'strategy.resume', 'strategy.stop'] as const).filter((type) => run.can({ type }))

export const machine = strategyMachine

export const walks: Walk<typeof strategyMachine>[] = [
  {
    shows: 'rests and ends only once what is open is taken back, and lets a person do what they may',
    events: [
      { type: 'strategy.go' },
      { type: 'strategy.pause' },
      { type: 'strategy.rest' },
      { type: 'strategy.resume' },
      { type: 'strategy.stop' },
      { type: 'strategy.end' },
      { type: 'strategy.fail' },
    ],
    states: {
      '*': (run) => expect(run.acted).toEqual([]),
      running: (run) => {
        expect(may(run)).toEqual(['strategy.pause', 'strategy.stop'])
        expect(codeOf(run)).toEqual(['trading'])
      },
      pausing: (run) => {
        expect(may(run)).toEqual(['strategy.stop'])
        expect(run.can({ type: 'strategy.go' })).toBe(false)
      },
      paused: (run) => {
        expect(may(run)).toEqual(['strategy.resume', 'strategy.stop'])
        expect(run.can({ type: 'strategy.go' })).toBe(false)
      },
      ending: (run) => {
        expect(may(run)).toEqual([])
        expect(codeOf(run)).toEqual(['trading'])
      },
      ended: (run) => {
        expect(codeOf(run)).toEqual(['completed'])
        expect(run.passed.some(({ type }) => type === 'strategy.stop')).toBe(true)
      },
      failed: (run) => expect(codeOf(run)).toEqual(['completed']),
    },
  },
]
