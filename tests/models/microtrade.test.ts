import { describe, expect, it } from 'vitest'
import { initialTransition, transition } from 'xstate'
import { microtradeMachine } from '../../src/machines/orders/microtrade.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/microtrade.ts'

testMachine(microtradeMachine, walks)

describe('a timed option that the server steps by its stored state', () => {
  const namesFrom = (actions: readonly { type: string }[]) => actions.map(({ type }) => type)

  it('names the hold of its stake when it begins', () => {
    const [, actions] = initialTransition(microtradeMachine)
    expect(namesFrom(actions)).toEqual(['holdStake'])
  })

  it.each([
    ['open', { type: 'order.settle', outcome: 'won' }, 'won', ['payWinner']],
    ['open', { type: 'order.settle', outcome: 'lost' }, 'lost', ['forfeitStake']],
    ['open', { type: 'order.settle', outcome: 'drawn' }, 'drawn', ['returnStake']],
    ['open', { type: 'order.void' }, 'unexpected', ['returnStake']],
    ['accepted', { type: 'order.void' }, 'unexpected', ['returnStake']],
    ['accepted', { type: 'order.open' }, 'open', []],
  ] as const)('goes from %s by %o to %s, posting %o and nothing else', (from, event, to, names) => {
    const stored = microtradeMachine.resolveState({ value: from, context: {} })
    const [next, actions] = transition(microtradeMachine, stored, event)
    expect(next.value).toBe(to)
    expect(namesFrom(actions)).toEqual(names)
  })

  it.each(['won', 'lost', 'drawn', 'unexpected'] as const)('has no way on once it is %s', (state) => {
    const stored = microtradeMachine.resolveState({ value: state, context: {}, status: 'done' })
    for (const event of [
      { type: 'order.open' },
      { type: 'order.void' },
      { type: 'order.settle', outcome: 'won' },
    ] as const) {
      expect(stored.can(event)).toBe(false)
    }
  })
})
