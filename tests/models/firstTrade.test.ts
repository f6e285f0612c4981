import { describe, expect, it } from 'vitest'
import { type FirstTrade, firstTradeMachine } from '../../src/machines/trade/firstTrade.ts'
import { stepsToTrade } from '../../src/rules/first-trade.ts'
import { unanswered } from './answers.ts'
import { done, failed, testMachine } from './coverage.ts'

const newcomer: FirstTrade = { neededFor: 'trading', state: 'notSubmitted', traded: false, reviewSeconds: 30 }
const order = { type: 'account.order' } as const
const news = { type: 'account.kyc', kyc: { state: 'verified' } } as never

testMachine(firstTradeMachine, [
  {
    shows: 'follows a newcomer up to the first order',
    callbacks: ['watchAccount'],
    events: [
      done('loadFirstTrade', newcomer),
      failed('loadFirstTrade', unanswered),
      { type: 'firstTrade.retry' },
      { type: 'account.missed' },
      order,
      news,
    ],
    distinct: ({ standing }) => standing,
    states: {
      known: ({ snapshot, passed }) => {
        const since = passed.slice(passed.findLastIndex(({ output }) => output) + 1)
        expect(snapshot().context.standing).toEqual({
          ...newcomer,
          traded: since.includes(order),
          state: since.includes(news) ? 'verified' : 'notSubmitted',
        })
      },
      failed: ({ can }) => {
        expect(can({ type: 'firstTrade.retry' })).toBe(true)
      },
    },
  },
])

describe('what is left until the first trade', () => {
  it.each([
    ['trading', 'notSubmitted', false, ['name', 'trade']],
    ['trading', 'refused', false, ['name', 'trade']],
    ['trading', 'pendingReview', false, ['review', 'trade']],
    ['trading', 'verified', false, ['trade']],
    ['withdrawal', 'notSubmitted', false, ['trade']],
    ['trading', 'verified', true, []],
    ['trading', 'notSubmitted', true, []],
  ])('a name wanted for %s that is %s, traded: %s', (neededFor, state, traded, steps) => {
    expect(stepsToTrade({ neededFor, state, traded })).toEqual(steps)
  })
})
