import { expect, it } from 'vitest'
import { order } from '../../src/api/microtrade.ts'
import { advance, begin, hasEnded, mayFollow, metaOf, stateOf } from '../../src/machines/orders/life.ts'
import { microtradeMachine } from '../../src/machines/orders/microtrade.ts'

it('begins an order in its first state, with the postings of its creation', () => {
  expect(begin(microtradeMachine)).toEqual({ state: 'accepted', postings: ['holdStake'] })
})

it('moves an order, and names the postings that go with the step and no others', () => {
  const settle = (outcome: 'won' | 'lost' | 'drawn') =>
    advance(microtradeMachine, 'open', { type: 'order.settle', outcome })
  expect(advance(microtradeMachine, 'accepted', { type: 'order.open' })).toEqual({ state: 'open', postings: [] })
  expect(settle('won')).toEqual({ state: 'won', postings: ['payWinner'] })
  expect(settle('lost')).toEqual({ state: 'lost', postings: ['forfeitStake'] })
  expect(settle('drawn')).toEqual({ state: 'drawn', postings: ['returnStake'] })
  expect(advance(microtradeMachine, 'accepted', { type: 'order.void' })).toEqual({
    state: 'unexpected',
    postings: ['returnStake'],
  })
})

it.each([
  ['accepted', { type: 'order.settle', outcome: 'won' }],
  ['open', { type: 'order.open' }],
  ['won', { type: 'order.void' }],
  ['lost', { type: 'order.settle', outcome: 'won' }],
  ['unexpected', { type: 'order.open' }],
] as const)('refuses an event that is not legal in %s', (state, event) => {
  expect(() => advance(microtradeMachine, state, event)).toThrow(`microtrade: ${event.type} is not legal in ${state}`)
})

it('refuses a state that there is not', () => {
  expect(() => advance(microtradeMachine, 'nowhere', { type: 'order.open' })).toThrow()
  expect(() => stateOf(microtradeMachine, 'constructor')).toThrow(RangeError)
  expect(metaOf(microtradeMachine, 'lost')).toEqual({ list: 1, status: 2 })
  expect(() => metaOf(microtradeMachine, 'nowhere')).toThrow(RangeError)
})

it('knows which states end an order, and which report of an order is the newer', () => {
  const states = order.entries.state.options
  expect(Object.keys(microtradeMachine.states)).toEqual(states)
  expect(states.filter((state) => hasEnded(microtradeMachine, state))).toEqual(['won', 'lost', 'drawn', 'unexpected'])
  const after = (before: string) => states.filter((state) => mayFollow(microtradeMachine, before, state))
  expect(after('accepted')).toEqual(['open', 'won', 'lost', 'drawn', 'unexpected'])
  expect(after('open')).toEqual(['won', 'lost', 'drawn', 'unexpected'])
  expect(after('won')).toEqual([])
})
