import { expect } from 'vitest'
import { loadFirstMachine } from '../../../src/machines/parts/loadFirst.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const retry = { type: 'load.retry' } as const
const loaded = { email: 'a•••@quoin.test' }

testMachine(loadFirstMachine, [
  {
    shows: 'asks again where someone says so, until what is awaited has come',
    events: [done('load', loaded), failed('load', unanswered), failed('load', refused('accountFrozen')), retry],
    states: {
      '*': ({ begun, passed }) => {
        expect(begun.length).toBe(1 + passed.filter((event, at) => event === retry && passed[at - 1]?.error).length)
      },
      loading: ({ snapshot, effects, can }) => {
        expect([snapshot().hasTag('failed'), can(retry), effects.has('load')]).toEqual([false, false, true])
      },
      failed: ({ snapshot, can, effects }) => {
        expect([snapshot().hasTag('failed'), can(retry), effects.has('load')]).toEqual([true, true, false])
      },
      loaded: ({ snapshot }) => {
        expect([snapshot().status, snapshot().output]).toEqual(['done', loaded])
      },
    },
  },
])
