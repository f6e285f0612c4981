import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { setup } from 'xstate'
import { kyc } from '../../../src/api/account/kyc.ts'
import { order } from '../../../src/api/trade/microtrade.ts'
import {
  advance,
  begin,
  can,
  hasEnded,
  metaOf,
  resultOf,
  type StateName,
  stateOf,
  statesOf,
} from '../../../src/machines/orders/life.ts'
import { microtradeMachine } from '../../../src/machines/orders/microtrade.ts'

it('order life: starts an order in its first state, with the postings of its creation', () => {
  expect(begin(microtradeMachine)).toEqual({ state: 'accepted', postings: ['holdStake'] })
})

it('order life: moves an order, and names exactly the postings of the step', () => {
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
] as const)('order life: refuses an event that is not legal in %s', (state, event) => {
  expect(() => advance(microtradeMachine, state, event)).toThrow(`microtrade: ${event.type} is not legal in ${state}`)
})

it('order life: refuses an unknown state', () => {
  expect(() => advance(microtradeMachine, 'nowhere', { type: 'order.open' })).toThrow()
  expect(() => stateOf(microtradeMachine, 'constructor')).toThrow(RangeError)
  expect(metaOf(microtradeMachine, 'lost')).toEqual({ list: 1, status: 2, result: 'lost' })
  expect(() => metaOf(microtradeMachine, 'nowhere')).toThrow(RangeError)
})

it('order life: knows which states end an order', () => {
  const states = statesOf(microtradeMachine)
  expect(states).toEqual(['accepted', 'open', 'won', 'lost', 'drawn', 'unexpected'])
  expect(states.filter((state) => hasEnded(microtradeMachine, state))).toEqual(['won', 'lost', 'drawn', 'unexpected'])
})

it('order life: knows the result of an ended order only', () => {
  expect(statesOf(microtradeMachine).map((state) => resultOf(microtradeMachine, state))).toEqual([
    null,
    null,
    'won',
    'lost',
    'returned',
    'returned',
  ])
})

describe('order life: the states allowed on the wire and in the database', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../../server/migrations/schema.sql'), 'utf8')
  const stored = (table: string) =>
    new RegExp(`create table "?${table}"? \\([^;]*?state text not null check \\(state in \\(([^)]*)\\)`)
      .exec(schema)?.[1]
      ?.split(', ')
      .map((name) => name.slice(1, -1))

  it('are those of its machine', () => {
    expect(order.entries.state.options).toEqual(stored('microtrades'))
    expect(kyc.entries.state.options).toEqual(['notSubmitted', ...(stored('kyc') ?? [])])
  })
})

describe('order life: an order whose machine has nested states', () => {
  const loan = setup({
    types: {
      events: {} as
        | { type: 'loan.pay'; rest: 'some' | 'none' }
        | { type: 'loan.miss' }
        | { type: 'loan.close' }
        | { type: 'loan.forgive' },
      meta: {} as { list: 0 | 1 },
    },
    actions: { lend: () => {}, collect: () => {}, seize: () => {} },
    guards: { isPaid: ({ event }) => event.type === 'loan.pay' && event.rest === 'none' },
  }).createMachine({
    id: 'loan',
    initial: 'open',
    states: {
      open: {
        meta: { list: 0 },
        initial: 'running',
        entry: 'lend',
        on: { 'loan.forgive': 'forgiven' },
        states: {
          running: { on: { 'loan.pay': { target: 'paying', actions: 'collect' }, 'loan.miss': 'late.warned' } },
          paying: { always: [{ guard: 'isPaid', target: '#loan.repaid' }, { target: 'running' }] },
          late: {
            initial: 'warned',
            states: {
              warned: { on: { 'loan.miss': 'seizing' } },
              seizing: { entry: 'seize', on: { 'loan.close': 'seized' } },
              seized: { meta: { list: 1 }, type: 'final' },
            },
          },
        },
      },
      repaid: { meta: { list: 1 }, type: 'final' },
      forgiven: { meta: { list: 1 }, type: 'final' },
    },
  })
  const late = 'open.late.warned'

  it('is stored and sent with the dotted path of its state', () => {
    const states = statesOf(loan)
    expect(states).toEqual([
      'open.running',
      'open.paying',
      'open.late.warned',
      'open.late.seizing',
      'open.late.seized',
      'repaid',
      'forgiven',
    ])
    expectTypeOf<StateName<typeof loan>>().toEqualTypeOf<
      | 'open.running'
      | 'open.paying'
      | 'open.late.warned'
      | 'open.late.seizing'
      | 'open.late.seized'
      | 'repaid'
      | 'forgiven'
    >()
  })

  it('starts, moves within and out of a state, and names the postings of each step', () => {
    expect(begin(loan)).toEqual({ state: 'open.running', postings: ['lend'] })
    expect(advance(loan, 'open.running', { type: 'loan.miss' })).toEqual({ state: late, postings: [] })
    expect(advance(loan, late, { type: 'loan.miss' })).toEqual({ state: 'open.late.seizing', postings: ['seize'] })
    expect(advance(loan, late, { type: 'loan.forgive' })).toEqual({ state: 'forgiven', postings: [] })
  })

  it('passes through transient states', () => {
    const pay = (rest: 'some' | 'none') => advance(loan, 'open.running', { type: 'loan.pay', rest })
    expect(pay('some')).toEqual({ state: 'open.running', postings: ['collect'] })
    expect(pay('none')).toEqual({ state: 'repaid', postings: ['collect'] })
  })

  it('allows events of its state and of parent states', () => {
    const may = (state: string) =>
      (['loan.miss', 'loan.close', 'loan.forgive'] as const).filter((type) => can(loan, state, { type }))
    expect(may('open.running')).toEqual(['loan.miss', 'loan.forgive'])
    expect(may('open.late.seizing')).toEqual(['loan.close', 'loan.forgive'])
    expect(may('repaid')).toEqual([])
    expect(() => advance(loan, late, { type: 'loan.close' })).toThrow(`loan: loan.close is not legal in ${late}`)
  })

  it('inherits meta from the nearest parent state', () => {
    expect(metaOf(loan, late)).toEqual({ list: 0 })
    expect(metaOf(loan, 'open.late.seized')).toEqual({ list: 1 })
    expect(metaOf(loan, 'repaid')).toEqual({ list: 1 })
  })

  it('has ended only in a top-level final state', () => {
    expect(statesOf(loan).filter((state) => hasEnded(loan, state))).toEqual(['repaid', 'forgiven'])
  })

  it('is never in a compound state, nor in several at once', () => {
    for (const ask of [metaOf, hasEnded]) expect(() => ask(loan, 'open')).toThrow(RangeError)
    expect(() => stateOf(loan, 'open.late')).toThrow(RangeError)
    expect(() => advance(loan, 'open', { type: 'loan.forgive' })).toThrow(RangeError)
    expect(() => can(loan, 'open.constructor', { type: 'loan.forgive' })).toThrow(RangeError)
    const nested = setup({}).createMachine({
      id: 'nested',
      initial: 'a',
      states: { a: { initial: 'b', states: { b: {} } } },
    })
    expect(() => stateOf(nested, 'a')).toThrow(RangeError)
    const both = setup({}).createMachine({
      id: 'both',
      type: 'parallel',
      states: { one: { initial: 'a', states: { a: {} } }, other: { initial: 'b', states: { b: {} } } },
    })
    expect(() => begin(both)).toThrow('an order is in one state at a time')
  })
})
