import { assign, fromPromise, setup } from 'xstate'
import { type Candle, candles } from '../../api/market/market.ts'
import type { Interval } from '../../rules/market/intervals.ts'
import type { StrategyForm } from '../../rules/strategy/form.ts'
import type { StrategyPast } from '../../rules/strategy/replay.ts'
import { dep, send } from '../actors/call.ts'
import { withEvent } from '../parts/with-event.ts'

/** A backtest: a valid form, over the newest `bars` candles of an interval. `dayMs`: length of a day. */
export type PastQuestion = { form: StrategyForm; dayMs: number; interval: Interval; bars: number }

/** Input of the backtest worker, which answers with a `StrategyPast`. */
export type ReplayTask = Pick<PastQuestion, 'form' | 'dayMs'> & { candles: readonly Candle[] }

export type Asked = { question: PastQuestion | null }

/** The answer of a worker, which is terminated once it answered or the actor was stopped. */
async function ask(worker: Worker, task: ReplayTask, signal: AbortSignal): Promise<StrategyPast | null> {
  try {
    return await new Promise<StrategyPast | null>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(`the replay failed: ${message}`))
      signal.onabort = () => reject(signal.reason)
      worker.postMessage(task)
    })
  } finally {
    worker.terminate()
  }
}

/** The backtest of a form's values, after typing has stopped. */
export const strategyPastMachine = setup({
  types: {
    context: {} as Asked & {
      /** Null before the first result, or without recorded bars. */
      past: StrategyPast | null
    },
    events: {} as ({ type: 'past.play' } & Asked) | { type: 'past.retry' },
    tags: {} as 'busy' | 'failed' | 'shown',
  },
  actors: {
    replay: fromPromise<StrategyPast | null, Asked>(async ({ input: { question }, signal }) => {
      if (!question) return null
      const { form, dayMs, interval, bars: limit } = question
      const bars = await send(candles, { symbol: form.symbol, interval, limit }, { signal, quiet: true })
      return ask(dep('replayWorker')(), { form, dayMs, candles: bars }, signal)
    }),
  },
  actions: {
    note: assign((_, { question }: Asked) => ({ question })),
    keep: assign((_, { output }: { output: StrategyPast | null }) => ({ past: output })),
    forget: assign({ past: null }),
  },
  guards: {
    isSame: ({ context }, { question }: Asked) => JSON.stringify(question) === JSON.stringify(context.question),
    isNothing: (_, { question }: Asked) => question === null,
  },
}).createMachine({
  id: 'strategyPast',
  description: 'The backtest of a strategy over recorded bars, off the main thread.',
  context: { question: null, past: null },
  initial: 'idle',
  on: {
    'past.play': [
      { guard: withEvent('isSame') },
      { guard: withEvent('isNothing'), target: '.idle', actions: [withEvent('note'), 'forget'] },
      { target: '.waiting', reenter: true, actions: withEvent('note') },
    ],
  },
  states: {
    idle: { description: 'The form is not a valid strategy yet.' },
    waiting: {
      description: 'Debounces typing. The last result stays.',
      tags: 'busy',
      after: { 300: 'playing' },
    },
    playing: {
      tags: 'busy',
      invoke: {
        src: 'replay',
        id: 'replay',
        input: ({ context: { question } }) => ({ question }),
        onDone: { target: 'shown', actions: withEvent('keep') },
        onError: { target: 'failed', actions: 'forget' },
      },
    },
    shown: { tags: 'shown' },
    failed: { tags: 'failed', on: { 'past.retry': 'playing' } },
  },
})
