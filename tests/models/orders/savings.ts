import { expect } from 'vitest'
import { tradeListStatus } from '../../../src/api/status.ts'
import { savingsMachine } from '../../../src/machines/orders/savings.ts'
import type { Run, Walk } from '../coverage.ts'

const namesOf = ({ acted }: Run<typeof savingsMachine>) => acted.map(({ action }) => action)
const codeOf = (run: Run<typeof savingsMachine>) =>
  Object.values(run.snapshot().getMeta()).map((meta) => meta && tradeListStatus[meta.status])
const passed = (run: Run<typeof savingsMachine>, type: string) =>
  run.passed.filter((event) => event.type === type).length

export const machine = savingsMachine

export const walks: Walk<typeof savingsMachine>[] = [
  {
    shows: 'pays the interest of each term at its end, and the principal once',
    actions: ['holdPrincipal', 'payInterest', 'returnPrincipal'],
    events: [
      { type: 'savings.choose' },
      { type: 'savings.renew' },
      { type: 'savings.mature' },
      { type: 'savings.cancel' },
    ],
    states: {
      running: (run) => {
        const paid = Array.from({ length: passed(run, 'savings.renew') }, () => 'payInterest')
        expect(namesOf(run)).toEqual(['holdPrincipal', ...paid])
        expect(codeOf(run)).toEqual(['trading'])
      },
      matured: (run) => {
        expect(namesOf(run).slice(-2)).toEqual(['payInterest', 'returnPrincipal'])
        expect(codeOf(run)).toEqual(['completed'])
        expect(run.can({ type: 'savings.cancel' })).toBe(false)
      },
      cancelled: (run) => {
        expect(namesOf(run).at(-1)).toBe('returnPrincipal')
        expect(namesOf(run).filter((name) => name === 'payInterest')).toHaveLength(passed(run, 'savings.renew'))
        expect(codeOf(run)).toEqual(['completed'])
        expect(run.can({ type: 'savings.mature' })).toBe(false)
      },
    },
  },
]
