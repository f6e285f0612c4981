import { expect, it, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { Heard } from '../../../src/api/wire/kept-answers.ts'
import { moneyViewMachine, RETRY_MS } from '../../../src/machines/money/moneyView.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const moved = { type: 'account.wallet' } as const
const retry = { type: 'money.retry' } as const
const answer = (value: number, asOf: number | null = null) => ({ value, asOf })

testMachine(moneyViewMachine, [
  {
    shows: 'asks again after money has moved, shows what it knows meanwhile, and says how old that is',
    input: () => ({ month: '2026-11' }),
    callbacks: ['watchAccount'],
    distinct: ({ value, outdated, asOf }) => [value, outdated, asOf],
    events: [
      retry,
      moved,
      { type: 'account.missed' },
      { type: 'account.loan' },
      done('loadView', answer(1)),
      done('loadView', answer(1, 1_700_000_000_000)),
      failed('loadView', unanswered),
      done('refresh', answer(2)),
      done('refresh', answer(2, 1_700_000_000_000)),
      failed('refresh', unanswered),
    ],
    states: {
      '*': ({ snapshot, passed, begun, effects }) => {
        const answered = passed.findLast(({ output }) => output)?.output ?? answer(0)
        const { value, asOf } = snapshot().context
        expect([value ?? 0, asOf]).toEqual([answered.value, answered.asOf])
        for (const { id, input } of begun) if (id !== 'watchAccount') expect(input).toEqual({ month: '2026-11' })
        expect(effects.has('loadView') || effects.has('refresh')).toBe(
          snapshot().matches('loading') || snapshot().matches({ ready: 'loading' }),
        )
      },
      failed: ({ can, snapshot }) => expect([can(retry), snapshot().context.value]).toEqual([true, null]),
      'ready.resting': ({ snapshot, passed }) => {
        expect(snapshot().context.outdated).toBe(false)
        expect(['account.wallet', 'account.loan', 'account.missed']).not.toContain(passed.at(-1)?.type)
      },
    },
  },
])

it('moneyView: repeats a reload that failed, and one without an answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answers = [answer(1), null, answer(2, 1_700_000_000_000), answer(3)]
  const load = vi.fn(async () => {
    const next = answers.shift()
    if (!next) throw unanswered
    return next
  })
  const watchAccount = fromCallback<{ type: 'none' }>(() => {})
  const machine = moneyViewMachine.provide({
    actors: { loadView: fromPromise<Heard<unknown>, object>(load), watchAccount },
  })
  const actor = createActor(machine, { input: {} }).start()
  await vi.advanceTimersByTimeAsync(0)
  actor.send(moved)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([load.mock.calls.length, actor.getSnapshot().context.value]).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(RETRY_MS)
  expect([load.mock.calls.length, actor.getSnapshot().context.value]).toEqual([3, 2])
  await vi.advanceTimersByTimeAsync(2 * RETRY_MS)
  expect([load.mock.calls.length, actor.getSnapshot().context]).toMatchObject([4, { value: 3, asOf: null }])
  await vi.advanceTimersByTimeAsync(10 * RETRY_MS)
  expect(load).toHaveBeenCalledTimes(4)
  actor.stop()
  vi.useRealTimers()
})
