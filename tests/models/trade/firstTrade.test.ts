import { describe, expect, it } from 'vitest'
import { type FirstTrade, firstTradeMachine } from '../../../src/machines/trade/firstTrade.ts'
import { stepsToTrade } from '../../../src/ui/pages/home/steps-to-trade.ts'
import { done, testMachine } from '../kit/coverage.ts'

const newcomer: FirstTrade = { neededFor: 'trading', state: 'notSubmitted', reviewSeconds: 30 }
const order = { type: 'account.order' } as const
const news = { type: 'account.kyc', kyc: { state: 'verified' } } as never

testMachine(firstTradeMachine, [
  {
    shows: 'follows a newcomer up to the first order',
    callbacks: ['watchAccount'],
    events: [done('load', newcomer), done('load', null), { type: 'account.missed' }, order, news],
    distinct: ({ standing }) => standing,
    states: {
      known: ({ snapshot, passed }) => {
        const loaded = passed.findLastIndex(({ type }) => type.endsWith('actor.load'))
        const since = passed.slice(loaded + 1)
        const hasTraded = passed[loaded]?.output === null || since.includes(order)
        const state = since.includes(news) ? 'verified' : 'notSubmitted'
        expect(snapshot().context.standing).toEqual(hasTraded ? null : { ...newcomer, state })
      },
    },
  },
])

describe('steps to the first trade', () => {
  it.each([
    ['trading', 'notSubmitted', ['name', 'trade']],
    ['trading', 'refused', ['name', 'trade']],
    ['trading', 'pendingReview', ['review', 'trade']],
    ['trading', 'verified', ['trade']],
    ['withdrawal', 'notSubmitted', ['trade']],
  ])('a name wanted for %s that is %s', (neededFor, state, steps) => {
    expect(stepsToTrade({ neededFor, state })).toEqual(steps)
  })
})
