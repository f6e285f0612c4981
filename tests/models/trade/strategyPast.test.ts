import { expect } from 'vitest'
import { type PastQuestion, strategyPastMachine } from '../../../src/machines/trade/strategyPast.ts'
import type { StrategyForm } from '../../../src/rules/strategy/form.ts'
import type { StrategyPast } from '../../../src/rules/strategy/replay.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const form: StrategyForm = {
  ...{ type: 'recurring', symbol: 'BTCUSDT', amount: '100', days: '7', lower: '', upper: '', grids: '' },
}
const question = (bars: number): PastQuestion => ({ form, dayMs: 86_400_000, interval: '1h', bars })
const play = (asked: PastQuestion | null) => ({ type: 'past.play', question: asked }) as const
const [month, sameMonth, week, nothing] = [play(question(720)), play(question(720)), play(question(168)), play(null)]
const retry = { type: 'past.retry' } as const
const found: StrategyPast = {
  ...{ from: 0, to: 3_600, bars: 1, buys: 1, sells: 0, rounds: 0, coins: '0.00200', budget: '100.000000' },
  ...{ spent: '99.000000', received: '0.000000', fees: '1.000000', realised: '0.000000' },
  ...{ value: '98.000000', held: '101.000000', line: [] },
}
const barsOf = (event: object | undefined) => (event as typeof month | undefined)?.question?.bars
const answer = done('replay', found)

testMachine(strategyPastMachine, [
  {
    shows: 'works out what was asked last, once nothing more is asked, and the same only once',
    events: [month, sameMonth, week, nothing, retry, answer, done('replay', null), failed('replay', unanswered)],
    distinct: ({ question: asked, past }) => [asked?.bars, past === null],
    states: {
      idle: ({ snapshot }) => expect(snapshot().context).toEqual({ question: null, past: null }),
      playing: ({ snapshot, effects }) => {
        const { question: asked } = snapshot().context
        expect(asked).not.toBeNull()
        expect(effects.get('replay')?.input).toEqual({ question: asked })
      },
      shown: ({ snapshot, passed }) => {
        if (passed.at(-1) === answer) expect(snapshot().context.past).toBe(found)
      },
      failed: ({ snapshot }) => expect(snapshot().context.past).toBeNull(),
      '*': ({ snapshot, passed, begun }) => {
        // Each is requested after another or by a retry: the same one twice in a row is one.
        const asks = passed.filter((event) => event === retry || event.type === 'past.play')
        const changes = asks.filter((event, at) => event === retry || barsOf(event) !== barsOf(asks[at - 1]))
        expect(begun.length).toBeLessThanOrEqual(changes.length)
        expect(snapshot().context.question?.bars).toBe(barsOf(passed.findLast((event) => event.type === 'past.play')))
      },
    },
  },
])
