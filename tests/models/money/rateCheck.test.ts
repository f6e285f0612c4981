import { expect } from 'vitest'
import { rateCheckMachine } from '../../../src/machines/money/rateCheck.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const rate = { pid: 'plan-1', lowPpm: 18_300, highPpm: 20_100, end: 'e'.repeat(64), day: 3, ratePpm: 19_000 }
const verified = done('checkRate', { verdict: 'verified', link: 'a'.repeat(64) })
const hidden = done('checkRate', { verdict: 'hidden', link: null })

testMachine(rateCheckMachine, [
  {
    shows: 'recomputes a rate when it is asked to, as often as it is, and says what came of it last',
    input: () => rate,
    distinct: ({ found }) => [found?.verdict],
    events: [{ type: 'rate.check' } as const, verified, hidden, failed('checkRate', unanswered)],
    states: {
      unchecked: ({ snapshot, effects }) => {
        expect(snapshot().context.found).toBeNull()
        expect(effects.has('checkRate')).toBe(false)
      },
      checking: ({ effects }) => expect(effects.get('checkRate')?.input).toEqual(rate),
      checked: ({ snapshot, passed }) =>
        expect(snapshot().context.found?.verdict).toBe(passed.at(-1) === verified ? 'verified' : 'hidden'),
    },
  },
])
